#!/usr/bin/env bash
# Everything with gcc, warnings as errors, assertions on, and the C++ tests. (With clang: sanitize.sh.)
set -euo pipefail
cmake --preset dev
cmake --build --preset dev
ctest --preset dev
