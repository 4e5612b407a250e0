#!/usr/bin/env bash
# sdist, wheel from the sdist, repaired, checked, installed into a clean environment, tested there; with the oldest tools and
# dependencies that pyproject.toml allows (setup.sh takes the newest).
set -euo pipefail
bash scripts/wheel_check.sh --oldest
