#!/usr/bin/env bash
# clang-tidy over every C++ file, with the flags of the preset "tidy" (whose build does the same while it compiles).
set -euo pipefail
cmake --preset tidy
git ls-files 'cpp/*.cpp' | xargs -P "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" -n 1 clang-tidy -p build/tidy --quiet
