"""Speech models in processes of their own: the window stays small, and so do its stalls.

`messages.py` is what passes through the pipes, `child.py` the one side, `process.py` and
`speech.py` the other. Ears and voice have a child each, which ends when its input ends, that is,
with its parent. The window asks for it with `keep_apart`; commands that end by themselves load
what they need into their own process.
"""

from __future__ import annotations

_is_apart = False


def keep_apart() -> None:
    """From now on offline ears and voices of this process get a child each."""
    global _is_apart  # noqa: PLW0603 - said once, when the program begins
    _is_apart = True


def is_apart() -> bool:
    """Whether they do."""
    return _is_apart
