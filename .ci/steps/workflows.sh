#!/usr/bin/env bash
# Workflows cannot run here, but they can be wrong in ways that a schema or an audit sees.
set -euo pipefail
check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
check-jsonschema --builtin-schema custom.github-workflows-require-timeout .github/workflows/*.yml
check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
validate-pyproject pyproject.toml
zizmor --offline --no-progress --pedantic .github

# Every wheel that a release needs: 5 interpreters on 4 kinds of Linux, 2 of macOS and 2 of Windows.
identifiers() { cibuildwheel --print-build-identifiers --platform "$1" --archs "$2" .; }
expect() {
    local found
    mapfile -t found < <(identifiers "$1" "$2")
    printf '%s\n' "${found[@]}"
    ((${#found[@]} == $3)) || { echo "$1 $2: ${#found[@]} build identifiers, expected $3" >&2; exit 1; }
}
expect linux "x86_64 aarch64" 20
expect macos "arm64 x86_64" 10
expect windows "AMD64 ARM64" 10
