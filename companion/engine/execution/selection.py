"""How an action may be chosen, judged in one place for every module (ENG-001)."""

from __future__ import annotations

import enum


class Source(enum.StrEnum):
    """Who chose the action."""

    STRUCTURED = "structured"
    """A button, a card or another call that names the action."""
    COMMAND = "command"
    LOCAL = "local"
    """Local matching was sure."""
    CACHE = "cache"
    MODEL = "model"
    EVENT = "event"
    LOCAL_FALLBACK = "local_fallback"
    """Nothing was chosen: candidates are shown."""


class Selection(enum.StrEnum):
    """What a module allows."""

    NORMAL = "normal"
    EXPLICIT_ONLY = "explicit_only"
    """A model may choose it when it is very sure; local matching may not."""
    STRUCTURED_ONLY = "structured_only"
    """Buttons and commands only."""


_REFUSED = {
    Selection.NORMAL: frozenset[Source](),
    Selection.EXPLICIT_ONLY: frozenset({Source.LOCAL, Source.CACHE}),
    Selection.STRUCTURED_ONLY: frozenset({Source.LOCAL, Source.CACHE, Source.MODEL}),
}
_LOCAL = frozenset({Source.LOCAL, Source.CACHE})


def may_choose(selection: Selection, source: Source, *, read_only: bool) -> bool:
    """Whether a source may start an action; local matching never starts one that writes."""
    if source is Source.LOCAL_FALLBACK:
        return False
    return source not in _REFUSED[selection] and (read_only or source not in _LOCAL)
