"""What chat remembers: a bounded projection of past turns, made of allowed fields only (CHAT-005).

The player's words, the words that were said back, and a few facts of each card. Cards themselves,
results and codes never get into a prompt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.engine.execution.result import AgentResult
from companion.engine.facts import Words, card_facts, cut
from companion.engine.models.model import Message, Role
from companion.engine.storage.conversation import Turn

MOST_TURNS = 12
MOST_FACTS = 8
"""Of all cards of a turn together (decisions.md, G24)."""
MOST_CHARACTERS = 600
"""Of what was said on either side of a turn."""


def remembered(turns: Iterable[Turn[AgentResult]], words: Words) -> tuple[Message, ...]:
    """Past turns as messages, oldest first.

    Args:
        turns: The latest ones; where an answer cannot be read, the player's words stay (CHAT-009).
        words: Puts phrases into the player's language.
    """
    return tuple(message for turn in turns for message in _messages(turn, words))


def _messages(turn: Turn[AgentResult], words: Words) -> Iterator[Message]:
    if not turn.user:
        return
    yield Message(Role.USER, cut(turn.user, MOST_CHARACTERS))
    if turn.result is not None and not turn.result.silent:
        yield Message(Role.ASSISTANT, _said(turn.result, words))


def _said(result: AgentResult, words: Words) -> str:
    """The answer's own words, then facts of its cards."""
    facts: list[str] = []
    for card in result.cards:
        facts.extend(card_facts(card, words, MOST_FACTS - len(facts)))
    return "\n".join((cut(words(result.text), MOST_CHARACTERS), *facts))
