#!/usr/bin/env bash
# The documentation builds without a warning.
set -euo pipefail
python -m sphinx -W --keep-going -b html docs build/docs
