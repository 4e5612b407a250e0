#!/usr/bin/env bash
# clang-tidy over every file of the compilation database.
set -euo pipefail
cmake --preset tidy
cmake --build --preset tidy
