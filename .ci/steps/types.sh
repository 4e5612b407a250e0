#!/usr/bin/env bash
# The package is typed, and the stub of the C++ module says what the module is.
set -uo pipefail
code=0
mypy || code=1
stubtest tienlen --allowlist tests/stubtest_allowlist.txt || code=1
exit "$code"
