#!/usr/bin/env bash
# sdist, wheel from the sdist, repaired, checked, installed into a clean environment, tested there.
set -euo pipefail
bash scripts/wheel_check.sh
