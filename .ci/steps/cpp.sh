#!/usr/bin/env bash
# Everything with gcc, the core with clang, warnings as errors; the C++ tests with both. (The bindings meet clang in the step
# tidy, which reports its warnings too.)
set -euo pipefail
cmake --preset dev
cmake --build --preset dev
ctest --preset dev
cmake --preset clang -B build/clang-core -DTIENLEN_PYTHON=OFF
cmake --build build/clang-core
ctest --test-dir build/clang-core --output-on-failure --no-tests=error
