#!/usr/bin/env bash
# The package is typed, and the stub of the C++ module says what the module is.
set -euo pipefail
mypy
stubtest tienlen --allowlist tests/stubtest_allowlist.txt
