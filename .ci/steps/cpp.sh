#!/usr/bin/env bash
# gcc and clang with warnings as errors; the C++ tests with gcc.
set -euo pipefail
cmake --preset dev
cmake --build --preset dev
ctest --preset dev
cmake --preset clang
cmake --build --preset clang
