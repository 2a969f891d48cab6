"""Recipes, loot tables and tags of the node `item_sources`, bound one by one."""

from __future__ import annotations

from companion.cards.binding import Context, label_of
from companion.cards.item_text import tooltip_lines
from companion.cards.view import BoundPlaceSource, BoundRecipe, BoundSlot
from companion.language.translations import Translations
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.item_sources import ItemSlot, ItemSource

SIDE = 3
"""Shaped recipes are padded to the game's grid of three by three (ITEM-037)."""
MOST_PLACES = 144
MOST_NOTES = 4


def bind_recipe(source: ItemSource, context: Context) -> BoundRecipe:
    """One way to make something; of an unknown kind its id is kept (ITEM-038)."""
    texts = context.translations
    inputs = tuple(_slot(slot, texts) for slot in source.inputs[:MOST_PLACES])
    shaped = source.width > 0
    notes = tuple(label_of(note, texts) for note in source.notes[:MOST_NOTES])
    return BoundRecipe(
        title=_title(source, texts),
        station=source.station[0] if source.station else None,
        width=max(SIDE, source.width) if shaped else 0,
        inputs=_padded(inputs, source.width) if shaped else tuple(s for s in inputs if s),
        outputs=tuple(s for slot in source.outputs[:9] if (s := _slot(slot, texts))),
        notes=notes,
    )


def bind_place(source: ItemSource, context: Context) -> BoundPlaceSource:
    """A loot table or a tag: its id, the words in it, merged notes."""
    texts = context.translations
    namespace, _, path = source.id.partition(":")
    folder, _, name = path.rpartition("/")
    words = label_of((name or namespace).replace("_", " "), texts)
    kind = f"card.loot.{folder.partition('/')[0]}"
    title = f"{words} · {texts.text(kind)}" if folder and texts.has(kind) else words
    notes = tuple(dict.fromkeys(label_of(note, texts) for note in source.notes))
    return BoundPlaceSource(label_of(source.id, texts), title, notes[:MOST_NOTES])


def item_line(recipe: BoundRecipe) -> str:
    """A recipe as a line of text: where, from what, what comes out."""
    taken: dict[str, int] = {}
    for slot in recipe.inputs:
        if slot is not None and slot.tooltip:
            name = slot.tooltip[0]
            taken[name] = taken.get(name, 0) + max(1, slot.item.count)
    given = ", ".join(_amount(s.tooltip[0], s.item.count) for s in recipe.outputs if s.tooltip)
    source = ", ".join(_amount(name, count) for name, count in taken.items())
    parts = (f"{source} → {given}" if source and given else source or given, *recipe.notes)
    return f"- {recipe.title}: " + " · ".join(part for part in parts if part)


def place_line(place: BoundPlaceSource) -> str:
    """A loot table or tag as a line of text."""
    return "- " + " · ".join((f"{place.title} ({place.id})", *place.notes))


def _slot(slot: ItemSlot, texts: Translations) -> BoundSlot | None:
    if not slot.items:
        return None
    item = _with_others(slot)
    return BoundSlot(item, tooltip_lines(item, texts))


def _with_others(slot: ItemSlot) -> ItemPreview:
    """The first alternative, with the count of the place and the names of the others."""
    first, *others = slot.items
    fields = {name: getattr(first, name) for name in first.__struct_fields__}
    fields["count"] = slot.count
    if others and not first.others:
        fields["others"] = len(others)
        fields["alternatives"] = tuple(other.name or other.item for other in others)
    return ItemPreview(**fields)


def _padded(places: tuple[BoundSlot | None, ...], width: int) -> tuple[BoundSlot | None, ...]:
    """The places row by row, each row and the whole filled up to the grid."""
    rows = [places[start : start + width] for start in range(0, len(places), width)]
    side = max(SIDE, width)
    rows += [()] * (SIDE - len(rows))
    return tuple(slot for row in rows for slot in (*row, *(None,) * (side - len(row))))


def _title(source: ItemSource, texts: Translations) -> str:
    """The kind of recipe in words; what nobody knows keeps its ids, and nothing is invented."""
    if source.kind != "recipe":
        return label_of(f"{source.kind}: {source.id}", texts)
    key = f"card.recipe.{source.type.rpartition(':')[2].replace('/', '_')}"
    known = source.type.startswith("minecraft:") and texts.has(key)
    return texts.text(key) if known else label_of(source.type or source.id, texts)


def _amount(name: str, count: int) -> str:
    return f"{count} × {name}" if count > 1 else name
