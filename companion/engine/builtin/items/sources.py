"""One item and the quests that ask for it or give it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.answer import Answer
from companion.engine.builtin.items.recipes import names_in, recipe_sources, told
from companion.engine.knowledge.recipe_book import RecipeBook
from companion.engine.quest_views.goods import FoundGoods
from companion.engine.quest_views.rows import rows
from companion.engine.quest_views.scene import Scene
from companion.engine.quest_views.wording import counted, joined, several, title_of
from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.item_sources import ItemSources
from companion.protocol.cards.selection import Candidate, SelectionCard

SPOKEN_TITLES = 3


@dataclass(frozen=True, slots=True)
class ItemAsked:
    """What is to be told of an item.

    Attributes:
        found: The item and its quests.
        language: `zh` or `en`.
        is_making: Whether it was asked how to make it.
    """

    found: FoundGoods
    language: str
    is_making: bool = False


def sources(scene: Scene, asked: ItemAsked, known: RecipeBook) -> Answer:
    """Show an item, how it is made, and its quests, which become the numbered list."""
    found, language = asked.found, asked.language
    name = title_of(found.goods.name)
    have = -1 if scene.inventory is None else scene.inventory.get(found.goods.item, 0)
    numbers = tuple(dict.fromkeys((*found.giving, *found.asking)))
    line = _line(len(numbers), name)
    spoken = (
        *_around(scene, "gives", found.giving, name, language),
        *_around(scene, "asks", found.asking, name, language),
        *((phrase("engine.item.have", amount=counted(have, name, language)),) if have > 0 else ()),
    )
    names, item = {**known.names, **names_in(scene.standing)}, found.goods.item
    made = told(known.recipes, item, names, language)
    if asked.is_making and known.recipes.by_item and not made:
        made = (phrase("engine.item.no_recipe", name=name),)
    spoken = (*made, *spoken) if asked.is_making else (*spoken, *made)
    ways = recipe_sources(known.recipes, item, names)
    more = len(known.ways(item)) > len(ways)
    tile = ItemPreview(found.goods.item, name, count=0, have=have)
    card = ItemSources(tile, line, rows(scene, numbers), spoken, ways, truncated=more)
    return Answer(spoken[0] if spoken else line, card=card)


def choice(found: tuple[FoundGoods, ...], action: str) -> Answer:
    """Ask which item was meant."""
    prompt = phrase("engine.choose.item")
    candidates = tuple(
        Candidate(Phrase(text=title_of(f.goods.name)), ServerAction(action, {"item": f.goods.item}))
        for f in found
    )
    return Answer(prompt, card=SelectionCard(prompt, candidates, (prompt,)))


def _line(quests: int, name: str) -> Phrase:
    if quests == 0:
        return phrase("engine.item.line.none", name=name)
    return several("engine.item.line", quests, name=name)


def _around(
    scene: Scene, kind: str, numbers: tuple[int, ...], name: str, language: str
) -> tuple[Phrase, ...]:
    if not numbers:
        return ()
    titles = [f"“{title_of(scene.book.quests[n].title)}”" for n in numbers[:SPOKEN_TITLES]]
    if (more := len(numbers) - SPOKEN_TITLES) > 0:
        titles.append(f"另外{more}个" if language == "zh" else f"{more} more")
    key = f"engine.item.{kind}"
    return (several(key, len(numbers), name=name, titles=joined(titles, language)),)
