"""The nearest valid name, for whoever mistyped one."""

from __future__ import annotations

from collections.abc import Iterable

from companion.cards.reasons import reason

MOST_LISTED = 8
"""Names that are listed where none is near; more would hide the fault."""


def nearest(name: str, known: Iterable[str]) -> str:
    """Such as `; did you mean 'text'?`, or `; there are 'a', 'b'` where none is near."""
    names = sorted({str(one) for one in known})
    if near := near_name(name, names):
        return reason("near", name=repr(near))
    if 0 < len(names) <= MOST_LISTED:
        return reason("there_are", names=", ".join(map(repr, names)))
    return ""


def near_name(name: str, known: Iterable[str]) -> str:
    """The one of these that was probably meant; empty where none is near."""
    import difflib  # only mistakes need it

    return next(iter(difflib.get_close_matches(name, list(known), 1, 0.6)), "")
