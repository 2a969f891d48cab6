"""Messages that answer no turn: bindings, views, usage, the past, icons. Loop thread only."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never
from uuid import UUID

from companion.client.asking import Asking
from companion.client.errands import Errands
from companion.client.events import PartChanged, Said
from companion.client.interface_events import (
    LoggedOut,
    PairingMoved,
    PartCame,
    UsageTold,
    ViewChosen,
    Went,
)
from companion.client.navigation import PageName
from companion.client.pairing import NO_PAIRING
from companion.client.speaking import Speaking
from companion.client.state import Health, Part, Speaker
from companion.client.store import Store
from companion.language.phrase import phrase
from companion.protocol.pack import Asset
from companion.protocol.responses import History, Open, Page, Partial, Usage
from companion.protocol.session_event import Told
from companion.protocol.signon import Binding, BindingChange, Pairing
from companion.support.errors import Failure


class Aside:
    """Takes them.

    Attributes:
        on_log_out: Called once nothing of the player's stay is left.
    """

    def __init__(self, store: Store, speaking: Speaking, asking: Asking, errands: Errands) -> None:
        self._store = store
        self._speaking = speaking
        self._asking = asking
        self._errands = errands
        self.on_log_out: Callable[[], None] = lambda: None

    def take(self, message: Told) -> None:
        """Handle one."""
        match message:
            case Partial(request=request, text=text):
                if self._asking.is_pending(request):
                    self._store.dispatch(PartCame(text))
            case Open(page=Page.SETTINGS, request=request):
                self._end_turn(request)
                self._store.dispatch(Went(PageName.SETTINGS, from_game=True))
            case Open(view=view, request=request):
                self._end_turn(request)
                self._store.dispatch(ViewChosen(view), Went(PageName.WINDOW))
                self._errands.ask_state()
            case Usage():
                self._used(message)
            case History() | Pairing() | Asset():
                self._end_turn(message.request)
                self._errands.take(message)
            case Binding():
                self._bound(message)
            case _:
                assert_never(message)

    def _used(self, message: Usage) -> None:
        self._end_turn(message.request)
        if isinstance(message.request, UUID):
            self._errands.ended(message.request, None)
        self._store.dispatch(UsageTold(message))
        if message.open:
            self._store.dispatch(Went(PageName.USAGE))

    def _bound(self, message: Binding) -> None:
        match message.change:
            case BindingChange.BOUND:
                self._store.dispatch(PairingMoved(NO_PAIRING))
            case BindingChange.REVOKED:
                self._log_out(Failure.NOT_BOUND)
                self._store.dispatch(Went(PageName.AWAY))
            case BindingChange.INVALIDATED:
                self._log_out(Failure.SYSTEM_GONE)
                words = phrase(f"failure.{Failure.SYSTEM_GONE}", detail=str(message.system))
                self._store.dispatch(Said(Speaker.NOTICE, words, failed=True))
            case _:
                assert_never(message.change)
        self._errands.ask_state()

    def _log_out(self, reason: Failure) -> None:
        """Leave nothing of the player's stay; the status line says why."""
        self._asking.cancel()
        self._speaking.silence()
        self._store.dispatch(LoggedOut(), PartChanged(Part("engine", Health.LIMITED, "", reason)))
        self.on_log_out()

    def _end_turn(self, request: object) -> None:
        """A request that a view or a page answers is over, without words."""
        turn = self._asking.ended(request) if isinstance(request, UUID) else None
        if turn is not None:
            self._speaking.end(turn)
