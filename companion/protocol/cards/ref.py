"""How a card is named and updated."""

from __future__ import annotations

from uuid import UUID

import msgspec

from companion.protocol.limits import Revision


class CardRef(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Identifies one message of one card (CARD-018).

    Attributes:
        id: The card; stays the same over its revisions.
        revision: Counts up with each REPLACE. A press on an older revision is outdated.
    """

    id: UUID
    revision: Revision = 0
