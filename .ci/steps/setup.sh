#!/usr/bin/env bash
# The environment of all other steps: system tools (Debian and Ubuntu), a virtual environment in $CI_VENV with the package
# installed as the README says, and the development tools.
set -euo pipefail

as_root() { if ((EUID == 0)); then "$@"; else sudo "$@"; fi; }

updated=""
install() {
    [[ -n $updated ]] || as_root apt-get -o Acquire::Retries=3 update -q
    updated=yes
    DEBIAN_FRONTEND=noninteractive as_root apt-get -o Acquire::Retries=3 install -q -y --no-install-recommends "$@"
}

# can_fuzz: does clang find its fuzzer and sanitizer libraries?
can_fuzz() {
    echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' |
        clang++ -x c++ - -fsanitize=fuzzer,address -o /dev/null 2>/dev/null
}

missing=()
command -v g++ >/dev/null || missing+=(g++)
command -v git >/dev/null || missing+=(git)
command -v clang++ >/dev/null || missing+=(clang)
command -v shellcheck >/dev/null || missing+=(shellcheck)
command -v qemu-x86_64 >/dev/null || missing+=(qemu-user) # runs the wheel on an older CPU
((${#missing[@]} == 0)) || install "${missing[@]}"
can_fuzz || install "libclang-rt-$(clang++ -dumpversion | cut -d. -f1)-dev"
can_fuzz

rm -rf "$CI_VENV"
python3 -m venv "$CI_VENV"
export PATH="$CI_VENV/bin:$PATH"
python -m pip install -q --upgrade 'pip>=25.1'
pip install '.[test]' # the README's command
pip install -q --group dev --group docs
pip check
