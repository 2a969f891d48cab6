"""What is said of one quest, in paragraphs of known kinds; as far as this player may know it."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from companion.engine.quest_views.remaining import Need, need
from companion.engine.quest_views.rows import missing_titles
from companion.engine.quest_views.scene import Scene
from companion.engine.quest_views.wording import joined, title_of
from companion.games.quest_book import Quest
from companion.games.quest_rules import text_shown, unmet
from companion.language.ear import for_the_ear, sentences
from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.quest_list import QuestState

SPOKEN_MISSING = 3
SPOKEN_SENTENCES = 2
SPOKEN_CHARACTERS = 240
"""Of a description; the card's "read aloud" and the card itself have the rest."""
READ_CHARACTERS = 4_000
"""Of a description, in search of those sentences; packs hold texts of any size."""


class Part(enum.StrEnum):
    """What a paragraph is about."""

    STANDING = "standing"
    MISSING = "missing"
    BACKGROUND = "background"
    OWN_WORDS = "own_words"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that belong together; never empty."""

    part: Part
    sentences: tuple[Phrase, ...]


def paragraphs(
    scene: Scene, quest: Quest, language: str, *, acts: bool = False, background: str = ""
) -> tuple[Paragraph, ...]:
    """Where a quest stands, what holds it back, and its story.

    Args:
        scene: Where it stands.
        quest: Which; visible.
        language: `zh` or `en`.
        acts: Whether the link can hand in and claim, so that nobody is sent to the quest book.
        background: Its story as it was organised; the start of its own words where empty.
    """
    found = (
        Paragraph(Part.STANDING, (_standing(scene, quest, language, acts=acts),)),
        Paragraph(Part.MISSING, _missing(scene, quest, language)),
        _story(scene, quest, language, background),
    )
    return tuple(paragraph for paragraph in found if paragraph.sentences)


def spoken(parts: tuple[Paragraph, ...]) -> tuple[Phrase, ...]:
    """All sentences, in order."""
    return tuple(sentence for part in parts for sentence in part.sentences)


def _standing(scene: Scene, quest: Quest, language: str, *, acts: bool) -> Phrase:
    state, title = scene.standing.states[quest.id], _spoken_title(quest, language)
    if state is QuestState.CLAIMABLE and acts:
        return phrase("engine.detail.claimable_here", title=title)
    if state in (QuestState.DONE, QuestState.CLAIMABLE):
        return phrase(f"engine.detail.{state.lower()}", title=title)
    left = need(scene, quest, language)
    if left.kind == "tick" and acts:
        return phrase("engine.detail.tick_here", title=title)
    if left.kind == "goals" and left.words.casefold() == title.casefold():
        left = Need("none")  # Nobody says a name twice to say what it asks for.
    verb = "asks" if state in (QuestState.UNKNOWN, QuestState.LOCKED) else "needs"
    return phrase(f"engine.detail.{verb}.{left.kind}", title=title, need=left.words)


def _spoken_title(quest: Quest, language: str) -> str:
    """The title; of one without a word, such as three party poppers, that it is this quest."""
    title = title_of(quest.title)
    if any(sign.isalnum() for sign in for_the_ear(title, language)):
        return title
    return "这个任务" if language == "zh" else "this quest"


def _missing(scene: Scene, quest: Quest, language: str) -> tuple[Phrase, ...]:
    if not unmet(scene.book, scene.progress, quest.id) or quest.id in scene.progress.completed:
        return ()
    titles = missing_titles(scene, quest)[:SPOKEN_MISSING]
    if not titles:
        return (phrase("engine.detail.missing_unknown"),)
    quoted = [f"“{title}”" for title in titles]
    return (phrase("engine.detail.missing", titles=joined(quoted, language)),)


def _story(scene: Scene, quest: Quest, language: str, background: str) -> Paragraph:
    """The organised background, else the first sentences of the quest's own words.

    Whether this player may hear either is judged here, each time (NARR-009).
    """
    if not text_shown(scene.book, scene.progress, quest.id):
        return Paragraph(Part.OWN_WORDS, ())
    if background:
        said = tuple(literal(sentence) for sentence in sentences(background, language))
        return Paragraph(Part.BACKGROUND, said)
    return Paragraph(Part.OWN_WORDS, _own_words(quest, language))


def _own_words(quest: Quest, language: str) -> tuple[Phrase, ...]:
    text = "\n".join((quest.subtitle, *quest.description))[:READ_CHARACTERS]
    said: list[str] = []
    left = SPOKEN_CHARACTERS
    for sentence in sentences(text, language)[:SPOKEN_SENTENCES]:
        if len(sentence) > left:
            break
        left -= len(sentence)
        said.append(sentence)
    if said and said[-1].endswith((":", "：")):
        said.pop()  # It leads to what is not said any more.
    return tuple(map(literal, said))
