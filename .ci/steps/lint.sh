#!/usr/bin/env bash
# What needs no build: style and format of Python, C++ and shell.
set -euo pipefail
ruff check
ruff format --check
git ls-files 'cpp/*.hpp' 'cpp/*.cpp' | xargs -r clang-format --dry-run --Werror
git ls-files .ci/run 'scripts/*.sh' '.ci/steps/*.sh' | xargs -r shellcheck
