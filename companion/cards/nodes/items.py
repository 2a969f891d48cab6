"""Node `items`: tiles of a list of items or of titled groups, bound as they are (CARD-036)."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from companion.cards.binding import Context, broken, fill_plain, label_of
from companion.cards.item_text import amount_words, bare_id
from companion.cards.nodes.node import Node
from companion.cards.reasons import reason
from companion.cards.view import BoundItemGroup, BoundItems
from companion.language.translations import Translations
from companion.protocol.cards.item import ItemGroup, ItemPreview

MOST_TILES = 60
"""Tiles of a group; what is more is counted. A shelf of many is a `grid`."""
MOST_GROUPS = 12


class ItemsNode(Node[BoundItems], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Groups of tiles.

    Attributes:
        source: Name of a list of items or of item groups.
        title: Title of the one group that a list of items makes.
        most: Most tiles a group shows; 0 shows as many as a card can hold.
        small_most: The same where room is short; 0 for the number above.
    """

    binds = BoundItems
    sources: ClassVar[tuple[str, ...]] = ("source",)

    source: str
    title: str = ""
    most: Annotated[int, msgspec.Meta(ge=0)] = 0
    small_most: Annotated[int, msgspec.Meta(ge=0)] = 0

    def bind(self, context: Context) -> BoundItems | None:
        """Bind the groups that are not empty."""
        most = self.small_most if context.is_small and self.small_most else self.most
        groups = (bind_group(*group, most, context) for group in self._groups(context))
        filled = tuple(group for group in groups if group.items)[:MOST_GROUPS]
        return BoundItems(filled) if filled else None

    @classmethod
    def plain(cls, bound: BoundItems) -> tuple[str, ...]:
        """A line for each title and each item."""
        lines: list[str] = []
        for group in bound.groups:
            lines += [group.title] if group.title else []
            lines += map(_line, group.items, group.notes)
            lines += [f"+{group.more}"] if group.more else []
        return tuple(lines)

    def _groups(self, context: Context) -> tuple[tuple[str, tuple[ItemPreview, ...]], ...]:
        entries = context.list_of(self.source)
        items = tuple(entry for entry in entries if isinstance(entry, ItemPreview))
        if len(items) == len(entries):
            return ((fill_plain(self.title, context), items),)
        groups = tuple(entry for entry in entries if isinstance(entry, ItemGroup))
        if len(groups) != len(entries):
            raise broken(reason("no_groups", source=repr(self.source)))
        return tuple((context.translations.render(group.title), group.items) for group in groups)


def bind_group(
    title: str, items: tuple[ItemPreview, ...], most: int, context: Context
) -> BoundItemGroup:
    """A titled group of at most so many tiles, with how many more there are."""
    shown = items[: min(most or MOST_TILES, MOST_TILES)]
    notes = tuple(_note(item, context.translations) for item in shown)
    return BoundItemGroup(
        label_of(title, context.translations), shown, notes, len(items) - len(shown)
    )


def _note(item: ItemPreview, texts: Translations) -> str:
    return label_of(item.note, texts)


def _line(item: ItemPreview, note: str) -> str:
    amount = amount_words(item)
    have = f" ({item.have}/{item.count})" if item.have >= 0 and item.count else ""
    others = f" (+{item.others})" if item.others > 0 else ""
    words = f"{amount} × " * bool(amount) + label_of(item.name or bare_id(item), _BARE)
    return f"- {words}{have}{others}" + (f" · {note}" if note else "")


_BARE = Translations("", {})
