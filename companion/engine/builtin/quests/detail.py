"""One quest: what it says, asks and gives, as far as this player may know."""

from __future__ import annotations

from companion.engine.answer import Answer
from companion.engine.builtin.quests.previews import task_preview
from companion.engine.quest_views.gifts import is_starter_gift
from companion.engine.quest_views.remaining import need
from companion.engine.quest_views.rows import (
    chapter_title,
    missing_titles,
    reward_tile,
    state_line,
    task_tile,
)
from companion.engine.quest_views.scene import Scene
from companion.engine.quest_views.wording import joined, title_of
from companion.games.quest_book import Quest, quest_id_text
from companion.games.quest_rules import details_shown, text_shown, unmet
from companion.language.ear import sentences
from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.icon import QuestIconOutput
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestState

SPOKEN_MISSING = 3
SPOKEN_SENTENCES = 2
SPOKEN_CHARACTERS = 240
"""Of a description; the card's "read aloud" and the card itself have the rest."""
READ_CHARACTERS = 4_000
"""Of a description, in search of those sentences; packs hold texts of any size."""


def detail(scene: Scene, number: int, language: str, *, acts: bool = False) -> Answer:
    """Show one visible quest.

    Args:
        scene: Where it stands.
        number: Which quest.
        language: `zh` or `en`.
        acts: Whether the link can hand in and claim, so that nobody is sent to the quest book.
    """
    quest = scene.book.quests[number]
    has_details = details_shown(scene.book, scene.progress, number)
    has_text = text_shown(scene.book, scene.progress, number)
    spoken = _speech(scene, quest, language, acts=acts)
    card = QuestOutput(
        quest=quest_id_text(number),
        title=quest.title,
        subtitle=quest.subtitle if has_text else "",
        chapter=chapter_title(scene, quest),
        state=scene.standing.states[number],
        line=state_line(scene, quest),
        description=quest.description if has_text else (),
        tasks=tuple(task_tile(t, scene) for t in quest.tasks) if has_details else (),
        rewards=_rewards(scene, quest) if has_details else (),
        missing=missing_titles(scene, quest),
        spoken=spoken,
        starter_gift=is_starter_gift(quest),
        task_icons=_task_icons(scene, quest) if has_details else (),
    )
    return Answer(spoken[0], card=card)


def _rewards(scene: Scene, quest: Quest) -> tuple[ItemPreview, ...]:
    return tuple(reward_tile(r, scene) for r in quest.rewards if not r.silent)


def _task_icons(scene: Scene, quest: Quest) -> tuple[QuestIconOutput, ...]:
    return tuple(task_preview(t, scene) for t in quest.tasks if t.kind != "item")


def _speech(scene: Scene, quest: Quest, language: str, *, acts: bool = False) -> tuple[Phrase, ...]:
    """Where it stands, what holds it back, what is left, and the start of its own words."""
    said = (_standing(scene, quest, language, acts=acts), *_missing(scene, quest, language))
    return (*said, *_own_words(scene, quest, language))


def _standing(scene: Scene, quest: Quest, language: str, *, acts: bool) -> Phrase:
    state, title = scene.standing.states[quest.id], title_of(quest.title)
    if state is QuestState.CLAIMABLE and acts:
        return phrase("engine.detail.claimable_here", title=title)
    if state in (QuestState.DONE, QuestState.CLAIMABLE):
        return phrase(f"engine.detail.{state.lower()}", title=title)
    left = need(scene, quest, language)
    verb = "asks" if state in (QuestState.UNKNOWN, QuestState.LOCKED) else "needs"
    return phrase(f"engine.detail.{verb}.{left.kind}", title=title, need=left.words)


def _missing(scene: Scene, quest: Quest, language: str) -> tuple[Phrase, ...]:
    if not unmet(scene.book, scene.progress, quest.id) or quest.id in scene.progress.completed:
        return ()
    titles = missing_titles(scene, quest)[:SPOKEN_MISSING]
    if not titles:
        return (phrase("engine.detail.missing_unknown"),)
    quoted = [f"“{title}”" for title in titles]
    return (phrase("engine.detail.missing", titles=joined(quoted, language)),)


def _own_words(scene: Scene, quest: Quest, language: str) -> tuple[Phrase, ...]:
    if not text_shown(scene.book, scene.progress, quest.id):
        return ()
    text = "\n".join((quest.subtitle, *quest.description))[:READ_CHARACTERS]
    said: list[Phrase] = []
    left = SPOKEN_CHARACTERS
    for sentence in sentences(text, language)[:SPOKEN_SENTENCES]:
        if len(sentence) > left:
            break
        left -= len(sentence)
        said.append(literal(sentence))
    return tuple(said)
