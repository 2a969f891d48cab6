"""What a template may name: the values, lists, fields and buttons of the cards it lays out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from companion.cards.samples import cards_of
from companion.protocol.cards.builder import CardBuilder

VIEW_NAMES = frozenset({"page", "category"})
"""The view's own state, see `binding.flatten`."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names that can be used.

    Attributes:
        values: Of arguments and of the view.
        lists: Name of a list to the fields of its entries; None where nobody knows them.
        buttons: Ids.
    """

    values: frozenset[str]
    lists: Mapping[str, frozenset[str] | None] = field(default_factory=dict)
    buttons: frozenset[str] = frozenset()

    @property
    def names(self) -> frozenset[str]:
        """Everything a place may name."""
        return self.values | self.lists.keys()


def vocabulary_of(template: str) -> Vocabulary | None:
    """The names of a template's cards, from the shipped samples; None for an unknown template."""
    cards = cards_of(template)
    return joined(cards) if cards else None


def joined(cards: Iterable[CardBuilder]) -> Vocabulary:
    """The names that any of these cards has."""
    values, buttons = set(VIEW_NAMES), set[str]()
    lists: dict[str, frozenset[str] | None] = {}
    for card in cards:
        values |= card.arguments.keys()
        buttons |= {button.id for button in card.buttons}
        for name, entries in card.lists.items():
            known = fields_of(entries)
            lists[name] = known if lists.get(name) is None else lists[name]
    return Vocabulary(frozenset(values), lists, frozenset(buttons))


def fields_of(entries: tuple[object, ...]) -> frozenset[str] | None:
    """The fields of the entries of a list; None of an empty one, nothing for a list of texts."""
    if not entries:
        return None
    records = (entry for entry in entries if isinstance(entry, msgspec.Struct))
    return frozenset(name for record in records for name in record.__struct_fields__)
