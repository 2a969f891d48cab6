"""What a look at the game came to: something to show, and facts for whoever reasons about it."""

from __future__ import annotations

import msgspec

from companion.engine.answer import Answer
from companion.engine.execution.result import AgentResult
from companion.engine.facts import card_facts, wording
from companion.language.phrase import Phrase
from companion.protocol.cards.catalog import CardData

MOST_FACTS = 32


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A read-only tool's result.

    Attributes:
        locale: Language of names in it.
        text, spoken, card: What a workflow shows and says.
    """

    locale: str
    text: Phrase
    spoken: tuple[Phrase, ...] = ()
    card: CardData | None = None

    @classmethod
    def of(cls, answer: Answer, locale: str) -> Seen:
        """What an answer shows."""
        return cls(locale, answer.text, answer.spoken, answer.card)

    @property
    def result(self) -> AgentResult:
        """As the outcome of a task."""
        return Answer(self.text, self.spoken, self.card).result

    def told(self) -> object:
        """What a model reads: sentences and facts, in the player's language."""
        words = wording(self.locale).render
        spoken = self.spoken or (self.card.spoken if self.card else ()) or (self.text,)
        facts = card_facts(self.card, words, MOST_FACTS) if self.card else ()
        return {"said": [words(sentence) for sentence in spoken], "facts": facts}
