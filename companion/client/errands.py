"""Requests that are no turn: preferences, the past, usage, pairing, icons. Loop thread only.

A turn is led by `conversation.py`; what is here runs beside it and never ends one.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

import msgspec

from companion.client.events import Event
from companion.client.icon_wishes import PACE_S, IconWishes
from companion.client.interface_events import (
    GameShowed,
    IconCame,
    PairingMoved,
    PastMoved,
    PreferenceAsked,
    PreferenceSettled,
)
from companion.client.orders import PreferenceName
from companion.client.pairing import PairingPhase, PairingState, after, refused, step
from companion.client.past import NOT_ASKED, restored
from companion.client.scheduler import Scheduler, Watch
from companion.client.store import Store
from companion.protocol.client_session import ClientSession
from companion.protocol.in_game import ShowInGame
from companion.protocol.pack import Asset, AssetRequest
from companion.protocol.requests import ControlAction, Request, SetPreferences, UsageRequest
from companion.protocol.responses import History
from companion.protocol.signon import Pair, Pairing
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure


class Errand(enum.Enum):
    """What a request beside the turns is about."""

    STATE = enum.auto()
    PREFERENCES = enum.auto()
    HISTORY = enum.auto()
    FORGET = enum.auto()
    USAGE = enum.auto()
    USAGE_OF_ALL = enum.auto()
    PAIRING = enum.auto()
    ICON = enum.auto()
    GAME_LINE = enum.auto()


class Errands:
    """Sends them, and knows what became of each.

    Attributes:
        on_queued: Called when the session has something to write.
        on_token: Told a device token; a server says it once.
        on_failed: Told of a failure that has no place of its own to be shown.
        on_not_told: Told why the engine gave no account of itself.
    """

    def __init__(
        self, session: ClientSession, store: Store, clock: Clock, timer: Scheduler
    ) -> None:
        self._session = session
        self._store = store
        self._clock = clock
        self._pace = Watch(timer)
        self._open: dict[UUID, Errand] = {}
        self._icons = IconWishes()
        self.on_queued: Callable[[], None] = lambda: None
        self.on_token: Callable[[str], None] = lambda token: None
        self.on_failed: Callable[[Failure], None] = lambda failure: None
        self.on_not_told: Callable[[Failure], None] = lambda failure: None

    def ask_state(self) -> None:
        """Ask for the engine's account of itself."""
        self._begin(Errand.STATE, self._session.ask_state(self._now()))

    def ask_history(self) -> None:
        """Ask for the past; once at a time."""
        if Errand.HISTORY in self._open.values():
            return
        past = self._store.state.past
        self._store.dispatch(PastMoved(replace(past, is_asked=True, reason=None)))
        request = self._session.control(ControlAction.HISTORY, self._now())
        self._begin(Errand.HISTORY, request)

    def forget(self) -> None:
        """Have the conversation forgotten."""
        self._begin(Errand.FORGET, self._session.control(ControlAction.CLEAR, self._now()))

    def ask_usage(self, *, everyone: bool) -> None:
        """Ask what was used; once at a time."""
        errand = Errand.USAGE_OF_ALL if everyone else Errand.USAGE
        if errand not in self._open.values():
            self._ask(errand, lambda one: UsageRequest(one, everyone))

    def set_preference(self, name: PreferenceName, *, value: bool) -> None:
        """Ask for a preference; while one waits for its answer another is refused."""
        preferences = self._store.state.preferences
        if preferences.asked is not None or not preferences.known:
            self._store.dispatch(PreferenceSettled(Failure.BUSY))
            return
        values = {**preferences.values(), name: value}
        self._store.dispatch(PreferenceAsked(name))
        self._ask(
            Errand.PREFERENCES,
            lambda one: SetPreferences(
                one, values["external"], values["free_chat"], values["history"]
            ),
        )

    def pair(self, *, player: str = "", code: str = "", device: str = "") -> None:
        """Take the next step of a sign-in; with neither name nor code the game takes a code."""
        try:
            message = step(player=player, code=code, device=device)
        except CompanionError as error:
            self._store.dispatch(PairingMoved(refused(error.failure, error.detail)))
            return
        self._store.dispatch(PairingMoved(PairingState(PairingPhase.ASKED)))
        self._ask(Errand.PAIRING, _numbered(message))

    def fetch_icon(self, asset: str) -> None:
        """Have an icon asked for, unless it is here, on its way, or known to be nowhere."""
        self._icons.wish(asset, self._store.state.icons)
        self._ask_for_icons()

    def show_in_game(self, text: str) -> None:
        """Have the game show a line; what became of it stands in the state."""
        self._ask(Errand.GAME_LINE, lambda one: ShowInGame(one, text))

    def take(self, message: History | Pairing | Asset) -> None:
        """Take an answer that is a message of its own."""
        self._open.pop(message.request, None)
        if isinstance(message, History):
            self._store.dispatch(PastMoved(restored(message)))
        elif isinstance(message, Pairing):
            if message.token is not msgspec.UNSET:
                self.on_token(message.token)
            self._store.dispatch(PairingMoved(after(message)))
        elif self._icons.ended(message.request):
            if message.data is not msgspec.UNSET:
                self._store.dispatch(IconCame(message.asset, message.data))
            self._ask_for_icons()

    def ended(self, request: UUID, failure: Failure | None, detail: str = "") -> bool:
        """Note that one was answered in words, or failed; whether it was one of ours."""
        errand = self._open.pop(request, None)
        if errand is None:
            return False
        if errand is Errand.PAIRING and failure is not None:
            self._store.dispatch(PairingMoved(refused(failure, detail)))
        for event in self._outcome(errand, request, failure):
            self._store.dispatch(event)
        if failure is not None and errand in (Errand.FORGET, Errand.USAGE_OF_ALL):
            self.on_failed(failure)
        if failure is not None and errand is Errand.STATE:
            self.on_not_told(failure)
        return True

    def disconnected(self) -> None:
        """Forget what only this connection knew."""
        self._icons = IconWishes()
        self._pace.clear()

    def _ask_for_icons(self) -> None:
        """Ask for what may be asked for now, and come back for what is held back."""
        for message in self._icons.due(self._now()):
            self._icons.asked(self._ask(Errand.ICON, _numbered(message)), message.asset)
        if self._icons.waits_for_time:
            self._pace.set(PACE_S, self._ask_for_icons)

    def _outcome(self, errand: Errand, request: UUID, failure: Failure | None) -> tuple[Event, ...]:
        match errand:
            case Errand.PREFERENCES:
                self.ask_state()
                return (PreferenceSettled(failure),)
            case Errand.HISTORY:
                past = self._store.state.past
                return (PastMoved(replace(past, is_asked=False, reason=failure)),)
            case Errand.FORGET:
                return () if failure else (PastMoved(replace(NOT_ASKED, is_known=True)),)
            case Errand.GAME_LINE:
                return (GameShowed(failure),)
            case Errand.ICON:
                self._icons.missing(request)
                self._ask_for_icons()
        return ()

    def _ask(self, errand: Errand, make: Callable[[UUID], Request | Pair]) -> UUID:
        return self._begin(errand, self._session.ask(make, self._now()))

    def _begin(self, errand: Errand, request: UUID) -> UUID:
        self._open[request] = errand
        self.on_queued()
        return request

    def _now(self) -> float:
        return self._clock.monotonic()


def _numbered(message: AssetRequest | Pair) -> Callable[[UUID], Request | Pair]:
    return lambda request: msgspec.structs.replace(message, request=request)
