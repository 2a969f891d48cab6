"""The client without sockets and tasks: all its parts, put together, and what they tell each other.

Loop thread only. `client.py` drives it with the real loop, tests with a timer of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion import __version__
from companion.cards.library import CardLibrary
from companion.client import status
from companion.client.answering import QUIET, Answering
from companion.client.asking import Asking
from companion.client.conversation import Conversation
from companion.client.desk import Desk
from companion.client.errands import Errands
from companion.client.events import Event, PartChanged, Staged
from companion.client.heard_names import HeardNames
from companion.client.interface_events import TurnEnded
from companion.client.listening import Hold, Listening
from companion.client.order_desk import OrderDesk
from companion.client.parts import ClientParts
from companion.client.presentation import Presentation
from companion.client.scheduler import Scheduler
from companion.client.speaking import Speaking
from companion.client.state import Health, Part
from companion.client.store import Store
from companion.client.turn import Turn, TurnRecord, log_turn
from companion.protocol.client_session import ClientSession
from companion.speech.ears import Utterance
from companion.support.errors import Failure


class Core:
    """Owns the conversation and keeps the status line.

    Args:
        parts: What it is made of.
        store: The state.
        timer: Deadlines.
        on_level: Called with the loudness in dBFS.
        on_turn: Called when nothing of a turn follows any more.

    Attributes:
        on_queued: Called when the session has something to write.
        on_paired: Called when there is a new token, which the next connection has to show.
        names: Names of the pack for ears and voice.
    """

    def __init__(
        self,
        parts: ClientParts,
        store: Store,
        timer: Scheduler,
        on_level: Callable[[float], None],
        on_turn: Callable[[TurnRecord], None],
    ) -> None:
        clock = parts.clock
        self._presentation = presentation = Presentation(parts.library)
        self._parts = parts
        self._store = store
        self._on_turn = on_turn
        self._ears_words = ""
        self._told: set[Failure] = set()
        self.on_queued: Callable[[], None] = lambda: None
        self.on_paired: Callable[[], object] = lambda: None
        self.session = ClientSession(parts.locale, __version__)
        mouth = parts.mouth
        self.names = HeardNames(mouth.pronounce) if mouth else HeardNames()
        self.asking = Asking(self.session, store, clock, self.names)
        self.speaking = Speaking(parts.mouth, presentation.language, store, clock, timer)
        self.errands = Errands(self.session, store, clock, timer)
        self.answering = Answering(
            store, presentation, self.speaking, self.asking, self.errands, clock
        )
        self.answering.narration = parts.narration
        self.orders = OrderDesk(store, self.errands, parts.contributions())
        self.listening = Listening(parts.ears, store, clock, timer)
        self.conversation = Conversation(
            Desk(
                store,
                presentation,
                self.listening,
                self.speaking,
                self.asking,
                self.answering,
                clock,
                self.orders.local_command,
                self.orders.local_action,
                parts.send_on_release,
            )
        )
        self._connect(on_level)

    def use_library(self, library: CardLibrary) -> None:
        """Hold what is said against cards as another library lays them out."""
        self._presentation.use(library)

    def voice_ready(self) -> None:
        """The mouth has started."""
        self._show(Part("voice", Health.READY, self._parts.voice_words))
        self.speaking.ready(usable=True)

    def voice_missing(self, failure: Failure, detail: str) -> None:
        """The mouth will not start; text still works."""
        self._voice_failed(failure, detail)
        self.speaking.ready(usable=False)

    def _connect(self, on_level: Callable[[float], None]) -> None:
        self.answering.on_described = self.orders.described
        self.errands.on_token = self._paired
        self.orders.device = self._parts.device
        self.orders.on_typed = self.conversation.typed
        self.orders.on_invoke = self.conversation.invoked
        self.orders.on_local = self.conversation.done_here
        self.asking.on_queued = self.errands.on_queued = self._queued
        self.speaking.on_over = self._turn_over
        self.speaking.on_failed = self._voice_failed
        self.speaking.on_heard = lambda turn, sentences, whole: self.asking.tell_heard(
            turn, sentences, is_whole=whole
        )
        self.listening.on_heard = self._heard
        self.listening.on_failed = self._not_heard
        self.listening.on_level = on_level
        self.listening.on_loaded = self._ears_loaded
        self.listening.on_open = self._microphone_open
        self.listening.on_free = self.speaking.unhush
        self.listening.on_voice = self._voice_noticed

    def _paired(self, token: str) -> None:
        self._parts.engine.keep(token)
        self.on_paired()

    def _queued(self) -> None:
        self.on_queued()

    def _heard(self, utterance: Utterance, hold: Hold) -> None:
        self._told.clear()
        self._ears_loaded(self._ears_words)
        self._microphone_open()
        said = replace(utterance.transcript, text=self.names.mended(utterance.transcript.text))
        self.conversation.heard(replace(utterance, transcript=said), hold)

    def _voice_noticed(self, is_speaking: bool) -> None:  # noqa: FBT001 - the ears' callback
        if is_speaking:
            self.conversation.talk_down()
        else:
            self.conversation.talk_up()

    def _not_heard(self, failure: Failure, detail: str, hold: Hold | None) -> None:
        parts = status.ears_failed(failure, detail, self._ears_words)
        is_news = any(part not in self._store.state.parts for part in parts)
        self._show(*parts)
        if hold is not None:
            self.conversation.not_heard(failure, detail)
        elif is_news and failure not in status.UNSAID | self._told:
            self._told.add(failure)  # a loose cable must not fill the log
            self.answering.report(failure, detail)

    def _ears_loaded(self, words: str) -> None:
        self._ears_words = words
        self._show(Part("ears", Health.READY, words))

    def _microphone_open(self) -> None:
        self._show(Part("microphone", Health.READY))

    def _voice_failed(self, failure: Failure, detail: str) -> None:
        part = status.voice_failed(failure, detail, self._parts.voice_words)
        is_news = part not in self._store.state.parts
        self._show(part)
        if is_news:
            self.answering.report(failure, detail)

    def _turn_over(self, turn: Turn) -> None:
        record = turn.record()
        if turn.failure not in QUIET:
            self._store.dispatch(TurnEnded(turn.failure, turn.detail))
        if turn.failure is None and record.stages.first_sound >= 0:
            self._show(Part("voice", Health.READY, self._parts.voice_words))
        log_turn(record)
        self._store.dispatch(Staged(record.stages))
        self._on_turn(record)

    def _show(self, *parts: Part) -> None:
        events: list[Event] = [PartChanged(part) for part in parts]
        self._store.dispatch(*events)
