#!/usr/bin/env bash
# The documentation builds without a warning, and every link within it, its anchors too, leads somewhere.
set -euo pipefail
python -m sphinx -W --keep-going -b html docs build/docs
python scripts/check_links.py build/docs README.md CONTRIBUTING.md CHANGELOG.md
