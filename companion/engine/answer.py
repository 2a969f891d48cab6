"""What was chosen, and what came of it: values that pass between router, modules and desk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.catalog import CardData
from companion.protocol.responses import Outcome
from companion.support.errors import CompanionError, Failure


@dataclass(frozen=True, slots=True)
class Call:
    """An action and its arguments, the same whether typed, spoken or pressed (ROUTE-003).

    Attributes:
        action: Identifier such as `system:quest_list`.
        arguments: As they would come from a button; the action's own input type judges them.
    """

    action: str
    arguments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a handler says.

    Attributes:
        text: Words for the chat log.
        spoken: Sentences to say; leave them to the card where there is one.
        card: A card to show.
        failure: Why nothing came of it.
        numbered: Quests whose numbers the player now sees; None leaves the last list in force.
    """

    text: Phrase
    spoken: tuple[Phrase, ...] = ()
    card: CardData | None = None
    outcome: Outcome = Outcome.SUCCEEDED
    failure: Failure | None = None
    numbered: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Forward:
    """A handler found that another action fits better; followed once."""

    call: Call


def said(text: Phrase) -> Answer:
    """An answer of one sentence, shown and spoken."""
    return Answer(text, (text,))


def failed(failure: Failure, detail: str = "", outcome: Outcome = Outcome.FAILED) -> Answer:
    """The answer to a request that came to nothing: the failure's sentence, shown and spoken."""
    text = phrase(f"failure.{failure}", detail=detail)
    return Answer(text, (text,), outcome=outcome, failure=failure)


def failed_with(error: CompanionError) -> Answer:
    """The answer for an error that carries a reason for the player."""
    outcome = {Failure.BUSY: Outcome.BUSY, Failure.CANCELLED: Outcome.CANCELLED}
    return failed(error.failure, error.detail, outcome.get(error.failure, Outcome.FAILED))
