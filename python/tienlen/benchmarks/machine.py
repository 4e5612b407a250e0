"""Where something was measured: CPU, compiler, versions, commit."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tienlen._version import __version__
from tienlen.cli.common import cores

__all__ = ["busy", "commit", "cpu_model", "describe"]


def describe() -> dict[str, Any]:
    """Return what a reader must know to compare figures, as plain values."""
    import numpy as np

    from tienlen._core import _build, cpu

    return {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "cpu": cpu_model(),
        "cores": cores(),
        "system": platform.platform(),
        "path": cpu(),
        **_build(),
        "tienlen": __version__,
        "commit": commit(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "numpy": np.__version__,
        "load": load(),
    }


def load() -> float | None:
    """How many processes wanted a core during the last minute, where the system tells."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def busy(told: dict[str, Any]) -> bool:
    """Whether the machine had so much else to do that times say little.

    Example:
        >>> busy({"load": 9.8, "cores": 2}), busy({"load": None, "cores": 2})
        (True, False)
    """
    return told["load"] is not None and told["load"] > 0.75 * told["cores"]


def cpu_model() -> str:
    """The name of the CPU."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() in ("model name", "Model"):
                return value.strip()
    if platform.system() == "Darwin":
        return _output("sysctl", "-n", "machdep.cpu.brand_string") or platform.machine()
    return platform.processor() or platform.machine()


def commit() -> str | None:
    """The commit of the source tree that this package is run from, if it is run from one.

    A `+` says that files had been changed since.
    """
    root = Path(__file__).parents[3]
    if not (root / "pyproject.toml").exists() or not (root / ".git").exists():
        return None
    found = _output("git", "-C", str(root), "rev-parse", "--short=12", "HEAD")
    if not found:
        return None
    changed = _output("git", "-C", str(root), "status", "--porcelain", "--untracked-files=no")
    return found + ("+" if changed else "")


def _output(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=20)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
