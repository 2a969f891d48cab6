"""What chat remembers: a bounded projection of past turns, made of allowed fields only (CHAT-005).

The player's words, the words that were said back, and a few facts of each card. Cards themselves,
results and codes never get into a prompt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from uuid import UUID

from companion.engine.execution.result import AgentResult
from companion.engine.facts import Words, card_facts, cut
from companion.engine.models.model import Message, Role
from companion.engine.storage.conversation import Turn
from companion.language.ear import sentences

MOST_TURNS = 12
MOST_FACTS = 8
"""Of all cards of a turn together (decisions.md, G24)."""
MOST_CHARACTERS = 600
"""Of what was said on either side of a turn."""


NOTHING_HEARD: Mapping[UUID, int] = {}
BROKEN_OFF = "(the player stopped listening here)"


def remembered(
    turns: Iterable[Turn[AgentResult]],
    words: Words,
    heard: Mapping[UUID, int] = NOTHING_HEARD,
    language: str = "en",
) -> tuple[Message, ...]:
    """Past turns as messages, oldest first.

    Args:
        turns: The latest ones; where an answer cannot be read, the player's words stay (CHAT-009).
        words: Puts phrases into the player's language.
        heard: Answers that were broken off, and how many of their sentences were heard: the rest
            was never said (`system:heard`).
        language: `zh` or `en`, in which sentences were counted.
    """
    return tuple(
        message
        for turn in turns
        for message in _messages(turn, words, heard.get(turn.request), language)
    )


def _messages(
    turn: Turn[AgentResult], words: Words, heard: int | None, language: str
) -> Iterator[Message]:
    if not turn.user:
        return
    yield Message(Role.USER, cut(turn.user, MOST_CHARACTERS))
    if turn.result is not None and not turn.result.silent:
        yield Message(Role.ASSISTANT, _said(turn.result, words, heard, language))


def _said(result: AgentResult, words: Words, heard: int | None, language: str) -> str:
    """The answer's own words as far as they were heard, then facts of its cards."""
    facts: list[str] = []
    for card in result.cards:
        facts.extend(card_facts(card, words, MOST_FACTS - len(facts)))
    text = words(result.text) if heard is None else _heard(result, words, heard, language)
    return "\n".join((cut(text, MOST_CHARACTERS), *facts))


def _heard(result: AgentResult, words: Words, count: int, language: str) -> str:
    """The first so many sentences, counted as the companion counts them."""
    said = result.spoken or (result.text,)
    every = [one for phrase in said for one in sentences(words(phrase), language)]
    if count >= len(every):
        return words(result.text)
    return " ".join((*every[:count], BROKEN_OFF))
