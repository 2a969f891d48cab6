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
        self._reserved: dict[uuid.UUID, int] = {}

    def publish(self) -> CardRef:
        """Name a new card."""
        ref = CardRef(uuid.uuid4(), 0)
        self._revisions[ref.id] = ref.revision
        while len(self._revisions) > MOST_CARDS:
            forgotten, _ = self._revisions.popitem(last=False)
            self._reserved.pop(forgotten, None)
        return ref

    def reserve(self, ref: CardRef) -> CardRef | None:
        """Keep a revision for the answer to an action that starts now (CARD-023).

        Later actions get later ones. Until an answer was shown the card stays as pressable as it
        was, and one that never comes leaves a gap.

        Returns:
            None where the pressed revision is not the current one.
        """
        if not self.is_current(ref):
            return None
        revision = max(ref.revision, self._reserved.get(ref.id, 0)) + 1
        self._reserved[ref.id] = revision
        return CardRef(ref.id, revision)

    def revise(self, reserved: CardRef) -> bool:
        """Show an answer in its revision; a press on earlier ones is outdated then.

        Returns:
            False where a later answer was shown meanwhile, or the card is forgotten: then this one
            is not.
        """
        if reserved.revision <= self._revisions.get(reserved.id, reserved.revision):
            return False
        self._revisions[reserved.id] = reserved.revision
        return True

    def is_current(self, ref: CardRef) -> bool:
        """Whether a press on this revision of the card may still act."""
        return self._revisions.get(ref.id) == ref.revision
