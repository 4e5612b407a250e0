#!/usr/bin/env bash
# What needs no build: style and format of Python, C++ and shell. Everything is looked at before the verdict.
set -uo pipefail
code=0
ruff check --output-format concise || code=1
ruff format --check || code=1
git ls-files 'cpp/*.hpp' 'cpp/*.cpp' | xargs -r clang-format --dry-run --Werror || code=1
git ls-files .ci/run 'scripts/*.sh' '.ci/steps/*.sh' | xargs -r shellcheck || code=1
exit "$code"
