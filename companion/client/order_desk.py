"""Carries out orders of the interface, and what declared callbacks do. Loop thread only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from companion.client.completion import local_command
from companion.client.contributions.cache import LOCAL, Contributions
from companion.client.contributions.permission import is_allowed
from companion.client.errands import Errands
from companion.client.events import DraftLeft
from companion.client.interface_events import (
    CardPinned,
    CardUnpinned,
    ModeChosen,
    PinsRestored,
    ViewChosen,
    Went,
)
from companion.client.navigation import PageName
from companion.client.orders import (
    AskHistory,
    AskUsage,
    ChooseMode,
    ChooseView,
    Enter,
    FetchIcon,
    ForgetConversation,
    GoTo,
    Order,
    PairByName,
    PairInGame,
    PairWithCode,
    Pin,
    PressTool,
    RestorePins,
    RunSelfTest,
    SetPreference,
    ShowLine,
    Unpin,
)
from companion.client.store import Store
from companion.protocol.cards.builder import LocalAction
from companion.protocol.responses import View
from companion.support.errors import CompanionError, Failure

Ordered = (
    Enter | PressTool | GoTo | ChooseView | ChooseMode | Pin | Unpin | RestorePins | RunSelfTest
)
"""Orders that concern this program only; all others go to the engine."""


class OrderDesk:
    """Takes orders and implements `Doing` for declared callbacks.

    Attributes:
        contributions: What was declared.
        device: What this device is called in the player's list of devices.
        on_typed: Takes words as if the player had typed them.
        on_invoke: Asks for an action by its name.
        on_local: Does a local action to the card in front.
        on_test: Begins the self-test.
    """

    def __init__(self, store: Store, errands: Errands, contributions: Contributions) -> None:
        self._store = store
        self._errands = errands
        self.contributions = contributions
        self.device = ""
        self.on_typed: Callable[[str], None] = lambda text: None
        self.on_invoke: Callable[[str, Mapping[str, str]], None] = lambda action, arguments: None
        self.on_local: Callable[[LocalAction], None] = lambda action: None
        self.on_test: Callable[[], None] = lambda: None

    def take(self, order: Order) -> None:
        """Carry an order out."""
        match order:
            case SetPreference(name=name, value=value):
                self._errands.set_preference(name, value=value)
            case AskHistory():
                self._errands.ask_history()
            case ForgetConversation():
                self._errands.forget()
            case AskUsage(everyone=everyone):
                self._errands.ask_usage(everyone=everyone)
            case PairByName(player=player):
                self._errands.pair(player=player, device=self.device)
            case PairWithCode(code=code):
                self._errands.pair(code=code, device=self.device)
            case PairInGame():
                self._errands.pair(device=self.device)
            case FetchIcon(asset=asset):
                self._errands.fetch_icon(asset)
            case ShowLine(text=text):
                self._errands.show_in_game(text)
            case _:
                self._here(order)

    def _here(self, order: Ordered) -> None:
        match order:
            case Enter(entry=entry):
                self._enter(entry, "")
            case PressTool(entry=entry, button=button):
                self._enter(entry, button)
            case GoTo(page=page):
                self.go(page)
            case ChooseView(view=view):
                self.show(view)
            case ChooseMode(mode=mode):
                self._store.dispatch(ModeChosen(mode))
            case Pin(card=card):
                self._store.dispatch(CardPinned(card))
            case Unpin(card=card):
                self._store.dispatch(CardUnpinned(card))
            case RestorePins(cards=cards, instead=instead):
                self._store.dispatch(PinsRestored(cards, instead))
            case RunSelfTest():
                self.on_test()
            case _:
                assert_never(order)

    def described(self) -> None:
        """Take what the engine's state defines; caches are rebuilt only where that is news."""
        engine = self._store.state.engine
        told = engine.modules if engine is not None else LOCAL
        definitions = told if isinstance(told, tuple) else LOCAL
        self.contributions.use(definitions, self._store.state.locale)

    def local_command(self, line: str) -> Callable[[], None] | None:
        """What a typed line does here, without the engine; None when it is not ours."""
        self.described()
        command = local_command(line, self.contributions.commands, self._store.state)
        return (lambda: command.run(self)) if command else None

    def local_action(self, action: LocalAction) -> Callable[[], None]:
        """What a contributed card action does.

        Raises:
            CompanionError: Nobody here has it, or the player may not use it at this moment.
        """
        self.described()
        bound = (self.contributions.bindings.actions or {}).get(action.name)
        if bound is None:
            raise CompanionError(Failure.ACTION_UNAVAILABLE, action.name)
        if not is_allowed(bound, self._store.state.engine):
            raise CompanionError(Failure.NOT_PERMITTED)
        arguments = {"target": action.target} if action.target else {}
        return lambda: bound.run(self, arguments)

    def ask(self, text: str) -> None:
        """Say something to the engine."""
        self.on_typed(text)

    def draft(self, text: str) -> None:
        """Put words into the send box."""
        self._store.dispatch(DraftLeft(text))

    def invoke(self, action: str, arguments: Mapping[str, str]) -> None:
        """Have the engine do an action by its name."""
        self.on_invoke(action, arguments)

    def go(self, page: PageName, *, from_game: bool = False) -> None:
        """Show a page of the window; what it shows is fetched."""
        self._store.dispatch(Went(page, from_game))
        if page is PageName.HISTORY:
            self._errands.ask_history()
        elif page is PageName.USAGE:
            self._errands.ask_usage(everyone=False)

    def show(self, view: View) -> None:
        """Show the companion full or simple."""
        self._store.dispatch(ViewChosen(view), Went(PageName.WINDOW))

    def dismiss(self) -> None:
        """Close the card in front."""
        self.on_local(LocalAction("close"))

    def stop(self) -> None:
        """Stop what runs."""
        self.on_local(LocalAction("stop"))

    def forget(self) -> None:
        """Have the engine forget the conversation."""
        self._errands.forget()

    def _enter(self, name: str, button: str) -> None:
        """Do what an entry or its tool declares, if the player may at this moment."""
        self.described()
        bound = next((b for b in self.contributions.bindings.entries if b.entry.id == name), None)
        if bound is None or not is_allowed(bound, self._store.state.engine):
            return
        if not button:
            bound.entry.open(self)
            return
        tools = bound.entry.workspace.tools if bound.entry.workspace else ()
        for tool in tools:
            if tool.id == button:
                tool.run(self)
