"""The system's programs that desktop tests need."""

from __future__ import annotations

import os
import shutil

import pytest


def need(*programs: str) -> None:
    """Skip the test where a program is missing; fail where all can be installed (CI)."""
    missing = [program for program in programs if shutil.which(program) is None]
    if not missing:
        return
    reason = f"not installed: {', '.join(missing)} (packaging/test installs them)"
    if os.environ.get("COMPANION_CI") == "1":
        pytest.fail(reason)
    pytest.skip(reason)
