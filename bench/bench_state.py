"""One state at a time, from Python: `play` and `legal_masks()` for every ply of random hands.

`state` plays known hands again, so that nothing is timed but the two calls and the loop; `state.
unchecked` is the same with `play_unchecked`; `state.random` chooses each play by `random.random`,
as a program would.
"""

from collections.abc import Callable

import pytest


@pytest.mark.parametrize("name", ["state", "state.unchecked", "state.random"])
def test_state(workload: Callable[[str], float], name: str) -> None:
    workload(name)
