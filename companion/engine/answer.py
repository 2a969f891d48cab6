"""What was chosen, and what came of it: values that pass between router, features and desk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engine.execution.failures import AgentFailure
from companion.engine.execution.result import AgentResult, error, succeeded
from companion.language.phrase import Phrase
from companion.protocol.cards.catalog import CardData
from companion.support.errors import Failure


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
    """What is shown and said.

    Attributes:
        text: Words for the chat log.
        spoken: Sentences to say; leave them to the card where there is one.
        card: A card to show.
    """

    text: Phrase
    spoken: tuple[Phrase, ...] = ()
    card: CardData | None = None

    @property
    def result(self) -> AgentResult:
        """The same as the outcome of a task that succeeded."""
        cards = () if self.card is None else (self.card,)
        return succeeded(self.text, spoken=self.spoken, cards=cards)


def said(text: Phrase) -> Answer:
    """An answer of one sentence, shown and spoken."""
    return Answer(text, (text,))


def failed(failure: Failure, detail: str = "") -> AgentResult:
    """The outcome of a request that came to nothing: the failure's sentence, shown and spoken."""
    return error(AgentFailure.of(failure, detail))
