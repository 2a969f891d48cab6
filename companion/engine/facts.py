"""What a card says, as short plain lines: for a model that reasons, and for what chat remembers.

Only named fields of a card get here, each cut; the card itself never does (CHAT-005). A new card
type: a case in `card_facts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from companion.language.legacy_codes import plain
from companion.language.phrase import Phrase
from companion.language.translations import Translations, merged
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.help import HelpCard
from companion.protocol.cards.icon import QuestIconOutput
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.item_sources import ItemSources
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestBrief, QuestList
from companion.protocol.cards.selection import SelectionCard
from companion.support.resources import translation_tables

Words = Callable[[Phrase], str]

MOST_CHARACTERS = 160
"""Of one fact (decisions.md, G24)."""


@lru_cache(maxsize=4)
def wording(locale: str) -> Translations:
    """The sentences of a language; reads the disk the first time."""
    return merged(locale, translation_tables())


def card_facts(card: CardData, words: Words, most: int) -> tuple[str, ...]:
    """The first facts of a card.

    Args:
        card: What was shown.
        words: Puts phrases into the player's language.
        most: How many.
    """
    match card:
        case QuestList(title=title, quests=quests):
            lines = (words(title), *(_row(row, words) for row in quests[:most]))
        case ItemSources(item=item, quests=quests):
            lines = (_tile(item), *(_row(row, words) for row in quests[:most]))
        case QuestOutput():
            lines = tuple(_quest(card, words))
        case SelectionCard(prompt=prompt, candidates=candidates):
            lines = (words(prompt), *(words(one.label) for one in candidates))
        case HelpCard(lines=entries):
            lines = tuple(f"{words(entry.say)}: {words(entry.does)}" for entry in entries)
        case _:
            lines = tuple(words(fact) for fact in card.memory_facts())
    return tuple(cut(line) for line in lines[:most])


def cut(text: str, most: int = MOST_CHARACTERS) -> str:
    """One line without codes, of at most so many characters."""
    bare = " ".join(plain(text).split())
    return bare if len(bare) <= most else bare[: most - 1].rstrip() + "…"


def _row(row: QuestBrief, words: Words) -> str:
    parts = (f"{row.number}. {row.title}", row.chapter, words(row.line), row.quest)
    return " | ".join(part for part in parts if part)


def _quest(card: QuestOutput, words: Words) -> Iterable[str]:
    yield f"{card.title} | {card.chapter} | {card.state} | {words(card.line)} | {card.quest}"
    yield from (f"asks: {_tile(tile)}" for tile in card.tasks)
    yield from (f"asks: {_icon(icon)}" for icon in card.task_icons)
    yield from (f"gives: {_tile(tile)}" for tile in card.rewards)
    yield from (f"gives: {_icon(icon)}" for icon in card.reward_icons)
    yield from (f"first: {title}" for title in card.missing)
    yield from (line for line in (card.subtitle, *card.description) if line)


def _icon(icon: QuestIconOutput) -> str:
    done = f", {icon.done} of {icon.total}" if icon.total > 1 else ""
    return f"{icon.text}{done}"


def _tile(tile: ItemPreview) -> str:
    count = f" x{tile.count}" if tile.count > 1 else ""
    return f"{tile.name or tile.item}{count}" + (f", has {tile.have}" if tile.have >= 0 else "")
