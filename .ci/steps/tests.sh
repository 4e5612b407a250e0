#!/usr/bin/env bash
# The README's test command, on the installed package.
set -euo pipefail
pytest
