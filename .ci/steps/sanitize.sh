#!/usr/bin/env bash
# Everything with clang, warnings as errors, under AddressSanitizer and UndefinedBehaviorSanitizer: the C++ tests, a short run
# of the fuzz targets, and most of the Python suite, with fewer examples and hands.
set -euo pipefail
cmake --preset asan-ubsan
cmake --build --preset asan-ubsan
ctest --preset asan-ubsan
bash .ci/steps/fuzz.sh

# A copy of the package with the instrumented module. The interpreter itself is not instrumented: the sanitizer's library
# goes first, libstdc++ with it (else exceptions cannot be intercepted), and Python's own leaks are not counted.
site="$PWD/build/asan-ubsan/site"
rm -rf "$site"
mkdir -p "$site"
cp -R python/tienlen "$site/"
rm -f "$site"/tienlen/_core*.so
cmake --install build/asan-ubsan --prefix "$site"
library=$(clang++ -print-file-name="libclang_rt.asan-$(uname -m).so")
preload="$library $(clang++ -print-file-name=libstdc++.so.6)"
run() {
    LD_PRELOAD="$preload" ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1 \
        PYTHONMALLOC=malloc PYTHONPATH="$site" "$@"
}
run python -c "import tienlen._core as core; assert core.__file__.startswith('$site'), core.__file__"
# Left out: what is slow, what is about the twin or the repository alone, and what asks the core for nothing but large numbers.
left_out=()
for name in test_reference_ test_repository test_perft_ test_random_play test_shortest test_bench_cli; do
    left_out+=(--ignore-glob="*/$name*")
done
HYPOTHESIS_PROFILE=few run python -m pytest -q -m 'not slow' --hands 200 -p no:cacheprovider "${left_out[@]}"
