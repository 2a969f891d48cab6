"""What the engine said, and what the client says itself: to the log, the cards and the voice.

Every turn that reaches `tell`, `fail` or a reply ends from here: at once, or with its voice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import assert_never

from companion.client import live_cards
from companion.client.aside import Aside
from companion.client.asking import Asking
from companion.client.engine_standing import EngineStanding
from companion.client.errands import Errands
from companion.client.events import (
    EngineDescribed,
    Event,
    FellSilent,
    Origin,
    Said,
)
from companion.client.presentation import Presentation
from companion.client.showing import Showing
from companion.client.speaking import Speaking
from companion.client.state import Health, Speaker
from companion.client.store import Store
from companion.client.turn import Turn
from companion.language.phrase import Phrase, phrase
from companion.protocol.answers import failure_of
from companion.protocol.cards.update import ShowCard
from companion.protocol.responses import ErrorMessage, Notice, Outcome, Reply, State
from companion.protocol.session_event import (
    NO_WORDS,
    Answered,
    Belated,
    Connected,
    ConnectionLost,
    FirstAnswer,
    RequestFailed,
    SessionEvent,
)
from companion.support.clock import Clock
from companion.support.errors import Failure

logger = logging.getLogger(__name__)

QUIET = frozenset({Failure.CANCELLED, Failure.TOO_SHORT})
"""Shown on the voice strip only: the player did it, and knows."""


class Answering:
    """Turns session events into state and speech. Loop thread only.

    Attributes:
        engine: How the engine stands.
        narration: Whether quests that come unasked are told aloud.
        on_described: Told that the engine's account of itself changed, or is gone.
    """

    def __init__(
        self,
        store: Store,
        presentation: Presentation,
        speaking: Speaking,
        asking: Asking,
        errands: Errands,
        clock: Clock,
    ) -> None:
        self._store = store
        self._presentation = presentation
        self._speaking = speaking
        self._asking = asking
        self._errands = errands
        self._aside = Aside(store, speaking, asking, errands)
        self._showing = Showing(store, presentation, speaking)
        self._clock = clock
        self.engine = EngineStanding(store, self.report)
        self.narration = True
        self.on_described: Callable[[], None] = lambda: None
        self._aside.on_log_out = self._logged_out
        errands.on_failed = self.report
        errands.on_not_told = self.engine.not_described

    def take(self, event: SessionEvent) -> None:
        """Handle one event of the session."""
        with self._store.one_change():
            self._take(event)

    def _take(self, event: SessionEvent) -> None:
        match event:
            case Answered(reply=reply):
                self._answered(reply)
            case RequestFailed():
                self._request_failed(event)
            case Belated(reply=reply):
                self._late(reply)
            case Notice():
                self._noticed(event)
            case State():
                self._described(event)
            case FirstAnswer(request=request, seconds=seconds):
                self._asking.answered_first(request, seconds)
                self.engine.quick(seconds)
            case Connected():
                self._connected()
            case ConnectionLost(failure=failure, detail=detail):
                self._lost(failure, detail)
            case ErrorMessage(code=code, text=text):
                detail = text.args.get("detail", "")
                self.engine.show(Health.LIMITED, reason=failure_of(code), detail=detail)
            case _:
                self._aside.take(event)

    def tell(self, turn: Turn, words: Phrase) -> None:
        """Answer a turn in the client's own words."""
        self._shown(turn, Said(Speaker.COMPANION, words))
        self._speaking.say(self._presentation.aloud((words,)), turn, None)

    def fail(
        self, turn: Turn, failure: Failure, detail: str = "", words: Phrase = NO_WORDS
    ) -> None:
        """End a turn with a reason and the next step."""
        turn.failure, turn.detail = failure, detail
        if failure in QUIET:
            self._shown(turn, FellSilent(failure, detail))
            self._speaking.end(turn)
            return
        words = words if words != NO_WORDS else phrase(f"failure.{failure}", detail=detail)
        said = Said(Speaker.NOTICE, words, failed=True)
        self._shown(turn, said, FellSilent(failure, detail))
        self._speaking.say(self._presentation.aloud((words,)), turn, None)

    def report(self, failure: Failure, detail: str = "") -> None:
        """Tell in the log of something that belongs to no turn."""
        words = phrase(f"failure.{failure}", detail=detail)
        self._store.dispatch(Said(Speaker.NOTICE, words, failed=True))

    def _answered(self, reply: Reply) -> None:
        turn = self._asking.ended(reply.request)
        if turn is None:
            self._errands.ended(reply.request, _failure(reply))
            return
        turn.request = reply.request
        turn.action = reply.action or turn.action
        turn.failure = _failure(reply)
        if turn.failure is Failure.CANCELLED:  # what the player stops never comes to an answer
            self.fail(turn, Failure.ENDED_BY_ENGINE)
            return
        shown = self._showing.cards(reply.cards, Origin.ANSWER)
        self._shown(turn, *self._showing.entries(reply.text, shown, turn.failure))
        turn.template = self._showing.template(shown[0]) if shown else ""
        sentences = self._showing.sentences(reply.spoken, reply.text, shown)
        who = self._showing.teller(reply.spoken, shown).who
        self._speaking.say(sentences, turn, shown[0] if shown else None, who=who)

    def _late(self, reply: Reply) -> None:
        shown = self._showing.cards(reply.cards, Origin.LATE)
        self._store.dispatch(*self._showing.entries(reply.text, shown, _failure(reply)))

    def _noticed(self, notice: Notice) -> None:
        showing = self._showing
        shown = showing.cards(notice.cards, Origin.NOTICE)
        if any(isinstance(update, ShowCard) for update in notice.cards) and not shown:
            return  # all of it was told before: nothing is said twice
        self._store.dispatch(*showing.entries(notice.text, shown, None, Speaker.NOTICE))
        if showing.has_quests(shown) and not self.narration:
            return
        sentences = showing.sentences(notice.spoken, notice.text, shown)
        teller = showing.teller(notice.spoken, shown)
        card = shown[0] if shown else None
        self._speaking.say(sentences, None, card, teller.lane, teller.who)

    def _request_failed(self, event: RequestFailed) -> None:
        turn = self._asking.ended(event.request)
        if turn is not None:
            self.engine.told(event.failure)
            self.fail(turn, event.failure, words=event.text)
        else:
            detail = event.text.args.get("detail", "")
            self._errands.ended(event.request, event.failure, detail)

    def _described(self, state: State) -> None:
        self._store.dispatch(EngineDescribed(state))
        self.on_described()
        self.engine.described(state)

    def _logged_out(self) -> None:
        self.engine.logged_out()
        self.on_described()

    def _connected(self) -> None:
        self.engine.connected()
        self._errands.ask_state()

    def _lost(self, failure: Failure, detail: str) -> None:
        self._errands.disconnected()
        self.engine.lost(failure, detail)

    def front_template(self) -> str:
        """Template of the card in front, or empty."""
        card = live_cards.front_card(self._store.state)
        return card.data.build_card().template if card else ""

    def _shown(self, turn: Turn, *events: Event) -> None:
        self._store.dispatch(*events)
        turn.clock.mark("answer_shown", self._clock.monotonic())


def _failure(reply: Reply) -> Failure | None:
    if reply.code:
        return failure_of(reply.code)
    match reply.outcome:
        case Outcome.BUSY:
            return Failure.BUSY
        case Outcome.CANCELLED:
            return Failure.CANCELLED
        case Outcome.FAILED:
            return Failure.INTERNAL
        case Outcome.SUCCEEDED | Outcome.PARTIAL:
            return None
        case _:
            assert_never(reply.outcome)
