"""What the index of sentences is built from, besides the actions' own profiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engine.config.semantic import IndexLanguage
from companion.engine.routing.profile import RoutingProfile
from companion.engine.routing.slots import IsKnown
from companion.language.hearing import Hearing


@dataclass(frozen=True, slots=True)
class Sentences:
    """What the index is built from, once (ROUTE-007).

    Attributes:
        hearing: What stands for what.
        rejected: Name to the hints of what is no action (ROUTE-047).
        added: Action to an operator's own sentences.
        language: Whose sentences are used.
        is_known: Whether a text is a name of the pack; None where nobody can tell.
    """

    hearing: Hearing = field(default_factory=Hearing)
    rejected: Mapping[str, RoutingProfile] = field(default_factory=dict)
    added: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    language: IndexLanguage = IndexLanguage.BOTH
    is_known: IsKnown | None = None
