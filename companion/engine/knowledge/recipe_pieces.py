"""Recipes in words: as passages beside what quests, files and pages say, and as a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.engine.facts import wording
from companion.engine.knowledge.piece import Kind, Piece
from companion.engine.knowledge.recipe_book import RecipeBook, spelt
from companion.engine.quest_views.wording import counted, joined
from companion.engine.services import language_of_locale
from companion.games.recipe_link import Choice, Recipe, Recipes
from companion.language.phrase import Phrase, phrase

MOST_PIECES = 3
"""Ways to make one item that stand beside other sources; its own page shows more."""
_KNOWN_TYPES = "minecraft:"


def recipe_pieces(book: RecipeBook, item: str, locale: str) -> tuple[Piece, ...]:
    """The first ways to make an item, in the player's language."""
    ways = book.ways(item)[:MOST_PIECES]
    return tuple(_piece(way, book, locale) for way in ways)


def made_of(way: Recipe, names: Mapping[str, str], language: str) -> Phrase:
    """A way in a sentence; amounts are counted from the pattern, not by a model."""
    needs = joined(
        [counted(count, name, language) for name, count in amounts(way, names).items()], language
    )
    return phrase("engine.item.made", name=name_of(way.item, names), needs=needs)


def amounts(way: Recipe, names: Mapping[str, str]) -> Mapping[str, int]:
    """What a recipe takes: the name of the first of what would do, and how many."""
    return Counter(_choice(choice, names) for choice in way.taken if choice)


def name_of(item: str, names: Mapping[str, str]) -> str:
    """How an item or a tag is called."""
    return names.get(item) or spelt(item)


def doubts(known: Recipes, item: str) -> tuple[Phrase, ...]:
    """What keeps the recipes of an item from being sure; nothing where nothing does."""
    if item in known.scripted:
        return (phrase("engine.item.scripted"),)
    return (phrase("engine.item.may_differ"),) if known.may_differ else ()


def notes_of(way: Recipe, known: Recipes) -> tuple[Phrase, ...]:
    """The same of one recipe, with its own conditions."""
    machine = () if way.type.startswith(_KNOWN_TYPES) else (phrase("engine.item.machine"),)
    conditional = (phrase("engine.item.conditional"),) if way.conditional else ()
    return (*machine, *doubts(known, way.item), *conditional)


def _piece(way: Recipe, book: RecipeBook, locale: str) -> Piece:
    language, texts = language_of_locale(locale), wording(locale)
    needs = amounts(way, book.names)
    said = phrase(
        "guide.recipe.makes",
        count=way.count,
        needs=joined([counted(count, name, language) for name, count in needs.items()], language),
    )
    return Piece(
        name_of(way.item, book.names),
        "\n".join(map(texts.render, (said, *notes_of(way, book.recipes)))),
        Kind.RECIPE,
        _source(way, locale),
        item=way.item,
        amounts=tuple(needs.items()),
    )


def _choice(choice: Choice, names: Mapping[str, str]) -> str:
    return name_of(choice[0], names)


def _source(way: Recipe, locale: str) -> str:
    """What it is made with, and whose recipe it is; of an unknown kind its id, nothing invented."""
    texts, (mod, _, _) = wording(locale), way.id.partition(":")
    key = f"card.recipe.{way.type.removeprefix(_KNOWN_TYPES)}"
    kind = texts.text(key) if texts.has(key) else way.type
    return texts.text("guide.recipe.source", kind=kind, mod=mod)
