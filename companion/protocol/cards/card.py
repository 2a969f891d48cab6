"""What every card type of the wire offers beside its fields."""

from __future__ import annotations

import msgspec

from companion.language.phrase import Phrase
from companion.protocol.cards.builder import CardBuilder


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card type; a subclass adds a tag, its fields and `build_card`."""

    def build_card(self) -> CardBuilder:
        """Lay the data out: values, lists, buttons, rows, speech."""
        raise NotImplementedError

    def memory_facts(self) -> tuple[Phrase, ...]:
        """What a conversation may refer to later; nothing unless a type says so (CARD-066)."""
        return ()
