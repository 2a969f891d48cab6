"""What came of the engine: cards that appear, entries of the log, sentences for the ear, a speaker.

It changes the state and says nothing itself. Loop thread only.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.client.events import CardUpdated, Event, Origin, Said
from companion.client.presentation import Presentation
from companion.client.speaking import Speaking
from companion.client.state import Speaker
from companion.client.store import Store
from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.message import NarrationOutput
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestList
from companion.protocol.cards.quest_unlocked import QuestUnlockedOutput
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.update import CardUpdate, RemoveCard, ShowCard
from companion.protocol.session_event import NO_WORDS
from companion.speech.lanes import Lane
from companion.speech.voices.bindings import character
from companion.support.errors import Failure

QUESTS = (QuestList, QuestOutput, QuestUnlockedOutput, NarrationOutput)
"""Cards that are narrated when they come unasked."""
SPEAKER = "speaker"
"""Place of a phrase that names who says it."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Who says what came unasked.

    Attributes:
        lane: Whose turn it is to be heard.
        who: The character, for their own voice; empty for nobody in particular.
    """

    lane: Lane
    who: str = ""


class Showing:
    """Puts cards and entries into the state."""

    def __init__(self, store: Store, presentation: Presentation, speaking: Speaking) -> None:
        self._store = store
        self._presentation = presentation
        self._speaking = speaking

    def cards(self, updates: tuple[CardUpdate, ...], origin: Origin) -> tuple[CardRef, ...]:
        """Apply updates; the cards that are shown because of them."""
        shown: list[CardRef] = []
        for update in updates:
            if isinstance(update, RemoveCard):
                self._speaking.card_gone(update.ref)
            self._store.dispatch(CardUpdated(update, origin))
            card = self._store.state.card(update.ref)
            if isinstance(update, ShowCard) and card is not None and card.data is update.data:
                shown.append(update.ref)
        return tuple(shown)

    def entries(
        self,
        text: Phrase,
        shown: tuple[CardRef, ...],
        failure: Failure | None,
        speaker: Speaker = Speaker.COMPANION,
    ) -> tuple[Event, ...]:
        """Entries of the log: the words, and one for each card that is shown."""
        failed = failure is not None
        if not shown:
            if text == NO_WORDS and failure:
                text = phrase(f"failure.{failure}", detail="")
            return (Said(speaker, text, failed=failed),) if text != NO_WORDS else ()
        summaries = [text, *(self._summary(ref) for ref in shown[1:])]
        if text == NO_WORDS:
            summaries[0] = self._summary(shown[0])
        return tuple(
            Said(speaker, words, card=ref, failed=failed)
            for words, ref in zip(summaries, shown, strict=True)
        )

    def sentences(
        self, spoken: tuple[Phrase, ...], text: Phrase, shown: tuple[CardRef, ...]
    ) -> tuple[str, ...]:
        """What is said; a card without sentences of its own appears in silence (CARD-072)."""
        if spoken or not shown:
            return self._presentation.aloud(spoken or (text,))
        cards = [self._store.state.card(ref) for ref in shown]
        views = [self._presentation.view(card) for card in cards if card]
        return tuple(sentence for view in views if view.speaks for sentence in view.spoken)

    def teller(self, spoken: tuple[Phrase, ...], shown: tuple[CardRef, ...]) -> Teller:
        """Whose voice unasked words have.

        A character's whom a phrase or a card names, the voice of quests for quests, and that of
        notices for the rest.
        """
        cards = [card.data for ref in shown if (card := self._store.state.card(ref))]
        said = spoken or tuple(one for data in cards for one in data.build_card().speech.sentences)
        named = [words.args[SPEAKER] for words in said if words.args.get(SPEAKER)]
        named += [data.speaker for data in cards if isinstance(data, NarrationOutput)]
        if name := next(filter(None, named), ""):
            return Teller(Lane.CHARACTER, character(name))
        return Teller(Lane.QUEST if self.has_quests(shown) else Lane.NOTICE)

    def has_quests(self, shown: tuple[CardRef, ...]) -> bool:
        """Whether any of the cards is narrated when it comes unasked."""
        cards = [card.data for ref in shown if (card := self._store.state.card(ref))]
        return any(isinstance(data, QUESTS) for data in cards)

    def template(self, ref: CardRef) -> str:
        """Template of a card, or empty."""
        card = self._store.state.card(ref)
        return card.data.build_card().template if card else ""

    def _summary(self, ref: CardRef) -> Phrase:
        card = self._store.state.card(ref)
        return card.data.build_card().text if card else NO_WORDS
