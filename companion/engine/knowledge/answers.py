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
from companion.protocol.cards.passages import KnowledgeOutput, Passage, QuestGuideOutput
from companion.protocol.cards.quest_list import OPEN_QUEST

SPOKEN_SENTENCES = 2
SPOKEN_CHARACTERS = 240
_LINE = re.compile(r"([^.!?…:。！？：])\n")
"""The end of a quest's line that no mark ends; files break lines anywhere."""


def guide_answer(query: str, pieces: Sequence[Piece], locale: str) -> Answer:
    """What the quest book says."""
    spoken = said(pieces, locale)
    card = QuestGuideOutput(query, tuple(map(passage, pieces)), spoken)
    return Answer(spoken[0], card=card)


def passages_answer(question: str, pieces: Sequence[Piece], locale: str) -> Answer:
    """What was found, word for word; nobody put it together."""
    conflict = conflict_of(pieces)
    spoken = said(pieces, locale) + ((phrase("guide.conflict.spoken"),) if conflict else ())
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
    """The beginning of the best piece, and how much more there is."""
    if not pieces:
        return (phrase("guide.nothing"),)
    best = pieces[0]
    text = _LINE.sub(r"\1. ", best.text) if best.kind is Kind.QUEST else best.text
    begun = _spoken(text, locale)
    first = phrase("guide.from", title=best.title)
    more = () if len(pieces) == 1 else (phrase(_more(len(pieces) - 1), count=len(pieces) - 1),)
    return (first, *map(literal, begun), *more)


def passage(piece: Piece) -> Passage:
    """A piece as it is shown."""
    action = ServerAction(OPEN_QUEST, {"quest": piece.quest}) if piece.quest else None
    return Passage(piece.title, piece.text, piece.source, piece.address, action)


def source_of(pieces: Sequence[Piece]) -> Phrase:
    """Where was looked; empty where pieces are from several places."""
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


def _more(count: int) -> str:
    return "guide.more.one" if count == 1 else "guide.more.many"
