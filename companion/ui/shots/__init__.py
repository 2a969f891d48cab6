"""Pictures of every window and page: what is shown, and how it is taken.

A new one: a function that makes it, and one line in `SHOTS`.
"""

from __future__ import annotations

from companion.ui.shots.shelf import SHOTS
from companion.ui.shots.taking import take

__all__ = ["SHOTS", "take"]
