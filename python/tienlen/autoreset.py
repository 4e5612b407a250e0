"""What a batch does with hands that are over, in Gymnasium's words."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tienlen._core import Batch
    from tienlen.rules import Rules

__all__ = ["AutoresetMode"]


class AutoresetMode(enum.Enum):
    """What a `Batch` does with a hand that is over.

    Names and values are those of `gymnasium.vector.AutoresetMode`, whose members a batch accepts
    too; Gymnasium itself is not needed.

    Example:
        >>> AutoresetMode("NextStep")
        <AutoresetMode.NEXT_STEP: 'NextStep'>
    """

    NEXT_STEP = "NextStep"
    """The next step deals a new hand instead of playing."""
    SAME_STEP = "SameStep"
    """The step that ends a hand deals a new one."""
    DISABLED = "Disabled"
    """The hand stays as it is until `Batch.reset`."""


def _load_batch(data: bytes, rules: Rules, threads: int) -> Batch:
    """Unpickle a batch."""
    from tienlen._core import Batch

    return Batch.from_bytes(data, rules, threads=threads)
