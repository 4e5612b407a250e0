#!/usr/bin/env bash
# A short run of every libFuzzer target, from the seeds in cpp/fuzz/corpus; FUZZ_SECONDS for longer ones.
set -euo pipefail
cmake --preset fuzz
cmake --build --preset fuzz
count=0
for target in build/fuzz/cpp/fuzz/fuzz_*; do
    [[ -x $target && -f $target ]] || continue
    name=$(basename "$target")
    found="build/fuzz/corpus/$name" # what this run finds; seeds are read only
    mkdir -p "$found"
    options=(-max_total_time="${FUZZ_SECONDS:-20}" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1
        -artifact_prefix="build/fuzz/$name-")
    folders=("$found")
    [[ ! -f cpp/fuzz/$name.dict ]] || options+=("-dict=cpp/fuzz/$name.dict")
    [[ ! -d cpp/fuzz/corpus/$name ]] || folders+=("cpp/fuzz/corpus/$name")
    "$target" "${options[@]}" "${folders[@]}"
    count=$((count + 1))
done
((count > 0)) || { echo "no fuzz target was built" >&2; exit 1; }
