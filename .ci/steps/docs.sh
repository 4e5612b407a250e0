#!/usr/bin/env bash
# The documentation builds without a warning.
set -euo pipefail
[[ -d docs ]] || { echo "no docs yet"; exit 0; }
python -m sphinx -W --keep-going -b html docs build/docs
