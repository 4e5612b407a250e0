#!/usr/bin/env bash
# The way to a release, on Linux: sdist -> wheel from the sdist -> auditwheel -> a clean environment -> tests.
#
#   scripts/wheel_check.sh                  with the python3 on the PATH
#   scripts/wheel_check.sh --all            with every CPython from 3.11 on that is found here
#   scripts/wheel_check.sh PYTHON ...       with these interpreters
#   scripts/wheel_check.sh --oldest ...     before any of these: build and run with the oldest versions that pyproject.toml
#                                           allows, and test once instead of twice: the portable code paths
#
# Needs the tools of the dependency group "package" on the PATH. Results: dist/ (sdist), wheelhouse/ (wheels).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\n--- %s\n' "$*"; }

# Every CPython from 3.11 on: those on the PATH and those of pyenv, one for each minor version (and free-threaded twin).
find_pythons() {
    local candidates=() version
    for version in 3.11 3.12 3.13 3.14 3.14t; do candidates+=("python$version"); done
    if command -v pyenv >/dev/null; then candidates+=("$(pyenv root)"/versions/3.*/bin/python); fi
    for python in "${candidates[@]}"; do
        "$python" -c 'import sys, sysconfig
assert sys.version_info >= (3, 11) and sys.implementation.name == "cpython"
print("%d.%d%s" % (*sys.version_info[:2], "t" * bool(sysconfig.get_config_var("Py_GIL_DISABLED"))), sys.executable)' 2>/dev/null || true
    done | sort -u -k1,1 -V | cut -d' ' -f2-
}

oldest=""
if [[ ${1-} == --oldest ]]; then
    oldest=yes
    shift
fi
pythons=("$@")
if [[ ${1-} == --all ]]; then
    mapfile -t pythons < <(find_pythons)
elif (($# == 0)); then
    pythons=(python3)
fi
printf 'interpreters: %s\n' "${pythons[*]}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf dist wheelhouse

constraints="$work/constraints.txt"
: >"$constraints"
[[ -z $oldest ]] || python scripts/oldest.py | tee "$constraints"

say "sdist"
python -m build --sdist --outdir dist .
sdist=$(echo dist/tienlen-*.tar.gz)
tar -xzf "$sdist" -C "$work"
source_tree=$(echo "$work"/tienlen-*)
for wanted in CMakeLists.txt LICENSE README.md cpp/src cpp/include/tienlen python/tienlen/py.typed tests bench docs; do
    [[ -e $source_tree/$wanted ]] || { echo "the sdist misses $wanted" >&2; exit 1; }
done
unwanted=$(find "$source_tree" -name '*.so' -o -name '*.pyd' -o -name '__pycache__' -o -name '*.pyc')
[[ -z $unwanted ]] || { echo "the sdist contains $unwanted" >&2; exit 1; }

# Tests run beside, not inside, the source tree: nothing but the installed package can be imported.
mkdir "$work/run"
cp -R "$source_tree"/{tests,bench,docs,README.md,pyproject.toml} "$work/run/"

for python in "${pythons[@]}"; do
    version=$("$python" -c 'import sys; print(sys.version.split()[0])')
    say "CPython $version: wheel from the sdist"
    venv="$work/venv-$version"
    "$python" -m venv "$venv"
    "$venv/bin/python" -m pip install -q --upgrade pip
    "$venv/bin/pip" wheel -q --no-deps --build-constraint "$constraints" -w "$work/raw-$version" "$sdist"
    auditwheel repair -w "$work/repaired-$version" "$work/raw-$version"/*.whl
    wheel=$(echo "$work/repaired-$version"/*.whl)
    auditwheel show "$wheel"
    python scripts/check_wheel.py "$wheel"
    mkdir -p wheelhouse
    cp "$wheel" wheelhouse/

    say "CPython $version: install and test"
    "$venv/bin/pip" install -q -c "$constraints" "${wheel}[test]"
    "$venv/bin/pip" check
    "$venv/bin/pip" freeze
    [[ -n $oldest ]] || (cd "$work/run" && "$venv/bin/python" -m pytest -q -p no:cacheprovider)

    say "CPython $version: the portable code paths, and CPUs of 2003 and 2008"
    (cd "$work/run" && TIENLEN_CPU=portable "$venv/bin/python" -m pytest -q -p no:cacheprovider -m 'not slow')
    if [[ $(uname -m) == x86_64 ]] && command -v qemu-x86_64 >/dev/null; then
        # The module itself needs x86-64-v1 (qemu64); numpy, which comes in with the first array, v2 (Nehalem: no AVX, no BMI).
        deal="import tienlen; state = tienlen.State.deal(tienlen.Rules.preset('southern'), seed=7)"
        (
            cd "$work/run"
            qemu-x86_64 -cpu qemu64 "$venv/bin/python" -c "$deal; print('v1:', tienlen.cpu(), tienlen.perft(state, 5))"
            qemu-x86_64 -cpu Nehalem "$venv/bin/python" -c "$deal; print('v2:', tienlen.cpu(), state.legal_masks())"
        )
    fi
done

say "metadata"
twine check --strict dist/* wheelhouse/*
ls -l dist wheelhouse
