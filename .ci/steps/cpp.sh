#!/usr/bin/env bash
# Everything with gcc, the core with clang, warnings as errors; the C++ tests with both. (The bindings meet clang in the step
# tidy, which reports its warnings too.)
set -euo pipefail
cmake --preset dev -B build/gcc-core -DTIENLEN_PYTHON=OFF
cmake --build build/gcc-core
ctest --test-dir build/gcc-core --output-on-failure --no-tests=error
cmake --preset clang -B build/clang-core -DTIENLEN_PYTHON=OFF
cmake --build build/clang-core
ctest --test-dir build/clang-core --output-on-failure --no-tests=error
