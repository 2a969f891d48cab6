"""Past turns, to be read: the server keeps and bounds them, the client shows them. Pure.

Nothing of it can be pressed, is sent, or is said aloud (GAP 16).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.language.phrase import Phrase, literal
from companion.protocol.cards.catalog import CardData
from companion.protocol.responses import AssistantTurn, History, UserTurn
from companion.support.errors import Failure

MAX_TURNS = 400
"""More than a server keeps of 200 rounds; what else comes is left out, oldest first."""

Render = Callable[[Phrase], str]
"""A phrase in the player's language."""


@dataclass(frozen=True, slots=True)
class PastTurn:
    """One side of a past turn.

    Attributes:
        is_player: Whose words.
        at: Seconds since 1970-01-01 UTC.
        cards: As they were; shown without anything to press.
        failed: Whether the words tell of a failure.
    """

    is_player: bool
    at: float
    words: Phrase
    cards: tuple[CardData, ...] = ()
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Past:
    """What of the past is here.

    Attributes:
        is_asked: Whether an answer is awaited.
        is_known: Whether the server has told; an empty past is then really empty.
        turns: Oldest first.
        reason: Why the server told nothing when it was asked last; None where it did.
    """

    is_asked: bool = False
    is_known: bool = False
    turns: tuple[PastTurn, ...] = ()
    reason: Failure | None = None


NOT_ASKED = Past()


def restored(message: History) -> Past:
    """What the server told, newest turns first choice."""
    return Past(is_known=True, turns=tuple(map(_turn, message.entries[-MAX_TURNS:])))


def search(turns: Iterable[PastTurn], wanted: str, render: Render) -> tuple[PastTurn, ...]:
    """Turns whose words or cards' summaries hold all words of a search, in their order."""
    words = wanted.casefold().split()
    return tuple(turn for turn in turns if _holds(_searched(turn, render), words))


def as_text(turns: Iterable[PastTurn], render: Render, names: tuple[str, str]) -> str:
    """A text file of the past, for people.

    Args:
        turns: Oldest first.
        render: Puts phrases into the player's language.
        names: What player and companion are called.
    """
    lines = []
    for turn in turns:
        lines.append(f"[{_moment(turn.at)}] {names[0 if turn.is_player else 1]}: ")
        lines[-1] += render(turn.words)
        lines += [f"    {_summary(card, render)}" for card in turn.cards]
    return "\n".join(lines) + "\n" if lines else ""


def as_json(turns: Iterable[PastTurn], render: Render) -> str:
    """A JSON file of the past, for programs: a list of objects, oldest first."""
    rows = [
        {
            "at": _moment(turn.at),
            "role": "user" if turn.is_player else "assistant",
            "text": render(turn.words),
            "cards": [_summary(card, render) for card in turn.cards],
        }
        for turn in turns
    ]
    return json.dumps(rows, ensure_ascii=False, indent=2) + "\n"


def _turn(entry: UserTurn | AssistantTurn) -> PastTurn:
    if isinstance(entry, UserTurn):
        return PastTurn(is_player=True, at=entry.at, words=literal(entry.text))
    return PastTurn(
        is_player=False, at=entry.at, words=entry.text, cards=entry.cards, failed=bool(entry.code)
    )


def _holds(text: str, words: list[str]) -> bool:
    return all(word in text for word in words)


def _searched(turn: PastTurn, render: Render) -> str:
    parts = [render(turn.words), *(_summary(card, render) for card in turn.cards)]
    return "\n".join(parts).casefold()


def _summary(card: CardData, render: Render) -> str:
    return render(card.build_card().text)


def _moment(at: float) -> str:
    """A time of UTC; a number that is no time stays a number."""
    try:
        return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, ValueError, OSError):
        return str(at)
