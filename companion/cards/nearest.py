"""The nearest valid name, for whoever mistyped one."""

from __future__ import annotations

from collections.abc import Iterable

MOST_LISTED = 8
"""Names that are listed where none is near; more would hide the fault."""


def nearest(name: str, known: Iterable[str]) -> str:
    """Such as `; did you mean 'text'?`, or `; there are 'a', 'b'` where none is near."""
    import difflib  # only mistakes need it

    names = sorted({str(one) for one in known})
    if near := difflib.get_close_matches(name, names, 1, 0.6):
        return f"; did you mean {near[0]!r}?"
    if 0 < len(names) <= MOST_LISTED:
        return f"; there are {', '.join(map(repr, names))}"
    return ""
