"""Pieces as cards, and what is said about them: short, and in their own words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.engine.answer import Answer
from companion.engine.knowledge.citations import uncited
from companion.engine.knowledge.conflicts import conflict_of
from companion.engine.knowledge.piece import Kind, Piece
from companion.engine.services import language_of_locale
from companion.language.ear import sentences
from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.item_sources import ITEM_SOURCES
from companion.protocol.cards.passages import KnowledgeOutput, Passage, QuestGuideOutput
from companion.protocol.cards.quest_list import OPEN_QUEST

SPOKEN_SENTENCES = 2
SPOKEN_CHARACTERS = 240
_LINE = re.compile(r"([^.!?…:。！？：])\n")
"""The end of a quest's line that no mark ends; files break lines anywhere."""


def guide_answer(query: str, pieces: Sequence[Piece], locale: str) -> Answer:
    """What the quest book says."""
    spoken = said(pieces, locale)
    near = source_of(pieces) if pieces and pieces[0].is_near else Phrase()
    card = QuestGuideOutput(query, tuple(map(passage, pieces)), spoken, near)
    return Answer(spoken[0], card=card)


def passages_answer(question: str, pieces: Sequence[Piece], locale: str) -> Answer:
    """What was found, word for word; nobody put it together."""
    return side_by_side(question, pieces, said(pieces, locale))


def side_by_side(question: str, pieces: Sequence[Piece], spoken: tuple[Phrase, ...]) -> Answer:
    """Passages with their sources, and that they do not agree where they do not."""
    conflict = conflict_of(pieces)
    spoken += (phrase("guide.conflict.spoken"),) if conflict else ()
    card = KnowledgeOutput(
        question,
        (),
        tuple(map(passage, pieces)),
        conflict or Phrase(),
        source_of(pieces),
        spoken,
    )
    return Answer(spoken[0], card=card)


def organised_answer(
    question: str, told: Sequence[str], pieces: Sequence[Piece], locale: str
) -> Answer:
    """An answer somebody made of pieces, above them.

    Args:
        question: What was asked.
        told: Its paragraphs; citations stand in them as `[1]`.
        pieces: In the order of their numbers.
        locale: The player's.
    """
    spoken = tuple(map(literal, _spoken(" ".join(map(uncited, told)), locale)))
    card = KnowledgeOutput(
        question,
        tuple(told),
        tuple(map(passage, pieces)),
        conflict_of(pieces) or Phrase(),
        source_of(pieces),
        spoken,
    )
    return Answer(literal(uncited(told[0])), card=card)


def nothing(question: str, reason: str) -> Answer:
    """Nothing is written about it, and what can be done.

    Args:
        question: What was asked.
        reason: Key of the sentence.
    """
    text = phrase(reason)
    return Answer(text, card=KnowledgeOutput(question, (), (), spoken=(text,)))


def said(pieces: Sequence[Piece], locale: str) -> tuple[Phrase, ...]:
    """The beginning of the best piece, and how much more there is.

    Of a piece that may be beside the point only the name is said, and that nothing is sure.
    """
    if not pieces:
        return (phrase("guide.nothing"),)
    best = pieces[0]
    if best.is_near:
        return (phrase("guide.near", title=best.title), *more(len(pieces) - 1))
    text = _LINE.sub(r"\1. ", best.text) if best.kind is Kind.QUEST else best.text
    begun = _spoken(text, locale)
    first = phrase("guide.from", title=best.title)
    return (first, *map(literal, begun), *more(len(pieces) - 1))


def more(count: int) -> tuple[Phrase, ...]:
    """How many passages are on the card besides what is said; nothing where there is none."""
    if count <= 0:
        return ()
    return (phrase("guide.more.one" if count == 1 else "guide.more.many", count=count),)


def passage(piece: Piece) -> Passage:
    """A piece as it is shown."""
    return Passage(piece.title, piece.text, piece.source, piece.address, _opening(piece))


def _opening(piece: Piece) -> ServerAction | None:
    if piece.quest:
        return ServerAction(OPEN_QUEST, {"quest": piece.quest})
    return ServerAction(ITEM_SOURCES, {"item": piece.item}) if piece.item else None


def source_of(pieces: Sequence[Piece]) -> Phrase:
    """Where was looked, or that what was found is only the nearest."""
    if pieces and pieces[0].is_near:
        return phrase("guide.source.near")
    kinds = {piece.kind for piece in pieces}
    return phrase(f"guide.source.{min(kinds)}") if len(kinds) == 1 else phrase("guide.source.mixed")


def _spoken(text: str, locale: str) -> tuple[str, ...]:
    """Whole sentences that are short enough to be listened to."""
    told: list[str] = []
    left = SPOKEN_CHARACTERS
    for sentence in sentences(text, language_of_locale(locale))[:SPOKEN_SENTENCES]:
        if told and len(sentence) > left:
            break
        told.append(sentence if len(sentence) <= left else f"{sentence[: left - 1].rstrip()}…")
        left -= len(sentence)
    return tuple(told)
