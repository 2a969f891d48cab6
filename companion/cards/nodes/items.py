"""Node `items`: tiles of a list of items or of titled groups, bound as they are (CARD-036)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from companion.cards.binding import Context, broken, fill_plain
from companion.cards.nodes.node import Node
from companion.cards.view import BoundItemGroup, BoundItems
from companion.language.legacy_codes import plain
from companion.language.translations import Translations
from companion.protocol.cards.item import ItemGroup, ItemPreview


class ItemsNode(Node[BoundItems], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Groups of tiles.

    Attributes:
        source: Name of a list of items or of item groups.
        title: Title of the one group that a list of items makes.
        most: Most tiles a group shows; 0 shows all.
    """

    source: str
    title: str = ""
    most: Annotated[int, msgspec.Meta(ge=0)] = 0

    def bind(self, context: Context) -> BoundItems | None:
        """Bind the groups that are not empty."""
        groups = tuple(self._group(group, context) for group in self._groups(context))
        filled = tuple(group for group in groups if group.items)
        return BoundItems(filled) if filled else None

    def plain(self, bound: BoundItems) -> tuple[str, ...]:
        """A line for each title and each item."""
        lines: list[str] = []
        for group in bound.groups:
            lines += [group.title] if group.title else []
            lines += map(_line, group.items, group.notes)
        return tuple(lines)

    def _groups(self, context: Context) -> tuple[tuple[str, tuple[ItemPreview, ...]], ...]:
        entries = context.list_of(self.source)
        items = tuple(entry for entry in entries if isinstance(entry, ItemPreview))
        if len(items) == len(entries):
            return ((fill_plain(self.title, context), items),)
        groups = tuple(entry for entry in entries if isinstance(entry, ItemGroup))
        if len(groups) != len(entries):
            raise broken(f"{self.source!r} is no list of items or groups")
        return tuple((context.translations.render(group.title), group.items) for group in groups)

    def _group(
        self, group: tuple[str, tuple[ItemPreview, ...]], context: Context
    ) -> BoundItemGroup:
        title, items = group
        shown = items[: self.most] if self.most else items
        return BoundItemGroup(
            plain(title), shown, tuple(_note(item, context.translations) for item in shown)
        )


def _note(item: ItemPreview, translations: Translations) -> str:
    return plain(translations.render(item.note))


def _line(item: ItemPreview, note: str) -> str:
    amount = f"{item.count} × " if item.count > 1 else ""
    have = f" ({item.have}/{item.count})" if item.have >= 0 and item.count else ""
    return f"- {amount}{plain(item.name)}{have}" + (f" · {note}" if note else "")
