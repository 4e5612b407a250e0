#!/usr/bin/env bash
# clang-tidy over every C++ file, with the flags of the preset "tidy" (whose build does the same while it compiles). The
# static analyzer, which takes longer than all else, looks at the core and the fuzz targets: in tests and bindings it mostly
# walks through the library that they are written with.
set -euo pipefail
cmake --preset tidy
tidy() { xargs -P "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" -n 1 clang-tidy -p build/tidy --quiet "$@"; }
code=0
git ls-files 'cpp/src/*.cpp' 'cpp/fuzz/*.cpp' | tidy || code=1
git ls-files 'cpp/bind/*.cpp' 'cpp/tests/*.cpp' | tidy --checks='-clang-analyzer-*' || code=1
exit "$code"
