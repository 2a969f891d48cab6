"""What a card says about an item beside its picture, and what a press on it asks for."""

from __future__ import annotations

from companion.cards.binding import label_of
from companion.language.translations import Translations
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.item import ItemPreview, Rarity
from companion.protocol.cards.item_sources import ITEM_SOURCES
from companion.protocol.limits import MAX_ARGUMENT_CHARACTERS

MOST_ALTERNATIVES = 8
"""Alternatives that a tooltip lists (ITEM-020)."""


def bare_id(item: ItemPreview) -> str:
    """The registry id without its components (ITEM-041)."""
    return item.item.partition("[")[0].partition("{")[0].strip()


def item_action(item: ItemPreview) -> ServerAction | None:
    """What a press on a tile asks for: the item's sources; None for what is no item (CARD-057)."""
    identifier = bare_id(item)
    if not identifier or len(identifier) > MAX_ARGUMENT_CHARACTERS:
        return None
    return ServerAction(ITEM_SOURCES, {"item": identifier})


def item_name(item: ItemPreview, texts: Translations) -> str:
    """The name; the words of the id where there is none, never nothing."""
    shown = label_of(item.name, texts)
    path = bare_id(item).rpartition(":")[2].rpartition("/")[2]
    return shown or path.replace("_", " ").strip() or texts.text("card.item.unnamed")


def amount_words(item: ItemPreview) -> str:
    """The amount as a card writes it: "8", "3-5"; empty where it is one or none."""
    if item.amount:
        return item.amount
    return f"{item.count:,}" if item.count > 1 else ""


def tooltip_lines(item: ItemPreview, texts: Translations) -> tuple[str, ...]:
    """Lines of the tooltip: name, rarity, what would do as well, id, stack limit (CARD-058)."""
    lines = [item_name(item, texts)]
    if item.rarity is not Rarity.COMMON:
        lines.append(texts.text(f"card.item.rarity.{item.rarity.lower()}"))
    if item.others > 0:
        lines.append(others_words(item, texts))
        lines += [f"- {label_of(name, texts)}" for name in item.alternatives[:MOST_ALTERNATIVES]]
    lines += [bare_id(item)] if item.item else []
    if item.stack > 0:
        lines.append(texts.text("card.item.stack", count=str(item.stack)))
    return tuple(lines)


def others_words(item: ItemPreview, texts: Translations) -> str:
    """How many others would do as well, in words; empty for none."""
    if item.others < 1:
        return ""
    key = "card.item.others.one" if item.others == 1 else "card.item.others.many"
    return texts.text(key, count=str(item.others))


def item_words(item: ItemPreview, texts: Translations) -> str:
    """The item in a line of text: amount, name, how many are there, what else would do."""
    amount = amount_words(item)
    have = f" ({item.have}/{item.count})" if item.have >= 0 and item.count else ""
    others = f" ({words})" if (words := others_words(item, texts)) else ""
    return f"{amount} × " * bool(amount) + item_name(item, texts) + have + others
