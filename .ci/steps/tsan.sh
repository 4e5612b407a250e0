#!/usr/bin/env bash
# The C++ tests under ThreadSanitizer.
set -euo pipefail
cmake --preset tsan
cmake --build --preset tsan
# Address layouts with more random bits than the sanitizer of gcc 12 and clang 14 can map would make it stop at once.
TSAN_OPTIONS=halt_on_error=1 setarch -R ctest --preset tsan
