"""The nearest valid name, for whoever mistyped one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str:
    """Such as `; did you mean 'text'?`, or nothing where no name is near."""
    import difflib  # only mistakes need it

    near = difflib.get_close_matches(name, list(known), 1, 0.6)
    return f"; did you mean {near[0]!r}?" if near else ""
