"""Which quest a name means: one, a few to choose from, or none."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.answer import Answer
from companion.engine.quest_views.goods import bare_name, find_goods
from companion.engine.quest_views.rows import chapter_title
from companion.engine.quest_views.scene import Scene
from companion.engine.quest_views.wording import title_of
from companion.games.quest_book import quest_id_text
from companion.games.search import Found, find_quests
from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.quest_list import OPEN_QUEST
from companion.protocol.cards.selection import Candidate, SelectionCard

SURE = 0.8
"""From here on a name is acted on, unless another is nearly as near."""
SURE_TO_MAKE = 0.93
"""The same where somebody asks how to make it: "furnace" is no Arc Furnace, "machine casings" is a
Machine Casing."""
GAP = 0.05
MOST_CANDIDATES = 4


@dataclass(frozen=True, slots=True)
class Named:
    """What a name may mean.

    Attributes:
        quest: The one that is meant for sure.
        choice: Those that may be meant, best first; empty when `quest` is set.
    """

    quest: int | None = None
    choice: tuple[int, ...] = ()


def named(scene: Scene, name: str, sure: float = SURE) -> Named:
    """Look a name up among the visible quests; an item of just this name goes first.

    Args:
        scene: Whose quests.
        name: As it was said.
        sure: Likeness from which on it is acted on.
    """
    found = find_quests(scene.book, bare_name(name), scene.standing.visible)
    if not found:
        return Named()
    if len(found) == 1 and found[0].exact:
        return Named(found[0].quest)
    if not found[0].exact and _is_item(scene, name):
        return Named()
    if _is_sure(found, sure):
        return Named(found[0].quest)
    return Named(choice=tuple(f.quest for f in found[:MOST_CANDIDATES]))


def choice(scene: Scene, numbers: tuple[int, ...]) -> Answer:
    """Ask which one was meant."""
    prompt = phrase("engine.choose.quest")
    card = SelectionCard(prompt, _candidates(scene, numbers), (prompt,))
    return Answer(prompt, card=card)


def suggested(scene: Scene, words: str) -> tuple[Candidate, ...]:
    """Quests whose titles are close to words that nothing else fits."""
    found = find_quests(scene.book, bare_name(words), scene.standing.visible)
    return _candidates(scene, tuple(f.quest for f in found[:MOST_CANDIDATES]))


def _is_sure(found: tuple[Found, ...], sure: float) -> bool:
    runner_up = found[1].score if len(found) > 1 else 0.0
    return found[0].score >= sure and found[0].score - runner_up >= GAP


def _is_item(scene: Scene, name: str) -> bool:
    items = find_goods(scene, name)
    return bool(items) and items[0].score >= 1.0


def _candidates(scene: Scene, numbers: tuple[int, ...]) -> tuple[Candidate, ...]:
    titles = [title_of(scene.book.quests[n].title) for n in numbers]
    return tuple(
        Candidate(
            _label(scene, number, doubled=titles.count(title) > 1),
            ServerAction(OPEN_QUEST, {"quest": quest_id_text(number)}),
        )
        for number, title in zip(numbers, titles, strict=True)
    )


def _label(scene: Scene, number: int, *, doubled: bool) -> Phrase:
    """The title; with its chapter where two are named alike."""
    quest = scene.book.quests[number]
    title = title_of(quest.title)
    return literal(f"{title} ({title_of(chapter_title(scene, quest))})" if doubled else title)
