#!/usr/bin/env bash
# A short run of every libFuzzer target of the preset "asan-ubsan", from the seeds in cpp/fuzz/corpus; FUZZ_SECONDS for
# longer ones.
set -euo pipefail
cmake --preset asan-ubsan
mapfile -t names < <(basename -s .cpp cpp/fuzz/fuzz_*.cpp)
cmake --build --preset asan-ubsan --target "${names[@]}"
for name in "${names[@]}"; do
    found="build/fuzz/corpus/$name" # what this run finds; seeds are read only
    mkdir -p "$found"
    options=(-max_total_time="${FUZZ_SECONDS:-20}" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1
        -artifact_prefix="build/fuzz/$name-")
    folders=("$found")
    [[ ! -f cpp/fuzz/$name.dict ]] || options+=("-dict=cpp/fuzz/$name.dict")
    [[ ! -d cpp/fuzz/corpus/$name ]] || folders+=("cpp/fuzz/corpus/$name")
    "build/asan-ubsan/cpp/fuzz/$name" "${options[@]}" "${folders[@]}"
done
