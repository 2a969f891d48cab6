"""Which cards a player was given, and in which revision; never what was on them (CARD-022)."""

from __future__ import annotations

import uuid
from collections import OrderedDict

from companion.protocol.cards.ref import CardRef

MOST_CARDS = 256
"""The oldest is forgotten first; a press on it is then outdated."""


class PublishedCards:
    """One player's cards. On the engine's loop."""

    def __init__(self) -> None:
        self._revisions: OrderedDict[uuid.UUID, int] = OrderedDict()

    def publish(self) -> CardRef:
        """Name a new card."""
        ref = CardRef(uuid.uuid4(), 0)
        self._revisions[ref.id] = ref.revision
        while len(self._revisions) > MOST_CARDS:
            self._revisions.popitem(last=False)
        return ref

    def revise(self, ref: CardRef) -> CardRef:
        """Name the next revision of a card; a press on the last one is outdated then."""
        revised = CardRef(ref.id, ref.revision + 1)
        self._revisions[ref.id] = revised.revision
        return revised

    def is_current(self, ref: CardRef) -> bool:
        """Whether a press on this revision of the card may still act."""
        return self._revisions.get(ref.id) == ref.revision
