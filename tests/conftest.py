"""Options of the test suite, and how much hypothesis tries.

`--hands N` plays so many hands in the tests that hold the engines against each other;
`HYPOTHESIS_PROFILE=more` looks for examples longer and elsewhere, `few` is quickly done;
`--regenerate` writes the golden playthroughs anew.
"""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    derandomize=True,  # the same examples every time: what fails once fails again
    deadline=None,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("few", settings.get_profile("ci"), max_examples=10)  # under sanitizers
settings.register_profile("more", settings.get_profile("ci"), derandomize=False, max_examples=1500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


# A shell ignores Ctrl-C for what it starts in the background, and so would the tests of Ctrl-C and
# the processes that they start.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--hands",
        type=int,
        default=2000,
        help="how many hands are played on both engines (2000 by default)",
    )
    parser.addoption(
        "--regenerate", action="store_true", help="write tests/playthroughs anew, then compare"
    )


@pytest.fixture(scope="session")
def hands(request: pytest.FixtureRequest) -> int:
    """How many hands are to be played on both engines."""
    number: int = request.config.getoption("--hands")
    return number
