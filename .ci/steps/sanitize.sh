#!/usr/bin/env bash
# The C++ tests and the quick part of the Python suite under AddressSanitizer and UndefinedBehaviorSanitizer.
set -euo pipefail
cmake --preset asan-ubsan
cmake --build --preset asan-ubsan
ctest --preset asan-ubsan

# A copy of the package with the instrumented module. The interpreter itself is not instrumented: the sanitizer's library
# goes first, libstdc++ with it (else exceptions cannot be intercepted), and Python's own leaks are not counted.
site="$PWD/build/asan-ubsan/site"
rm -rf "$site"
mkdir -p "$site"
cp -R python/tienlen "$site/"
rm -f "$site"/tienlen/_core*.so
cmake --install build/asan-ubsan --prefix "$site"
preload="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libstdc++.so.6)"
run() {
    LD_PRELOAD="$preload" ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1 \
        PYTHONMALLOC=malloc PYTHONPATH="$site" "$@"
}
run python -c "import tienlen._core as core; assert core.__file__.startswith('$site'), core.__file__"
run python -m pytest -q -m 'not slow' -p no:cacheprovider
