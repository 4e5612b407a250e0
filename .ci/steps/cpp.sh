#!/usr/bin/env bash
# The core with gcc and with clang, warnings as errors, and the C++ tests with both. (The bindings are built by setup.sh.)
set -euo pipefail
cmake --preset dev -B build/gcc-core -DTIENLEN_PYTHON=OFF
cmake --build build/gcc-core
ctest --test-dir build/gcc-core --output-on-failure --no-tests=error
cmake --preset clang -B build/clang-core -DTIENLEN_PYTHON=OFF
cmake --build build/clang-core
ctest --test-dir build/clang-core --output-on-failure --no-tests=error
