"""What the interface may ask of the client beside talking, typing and pressing cards.

To add one: a record here, a member of `Order`, and a case where mypy then complains.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from companion.client.navigation import PageName
from companion.client.preferences import PreferenceName as PreferenceName
from companion.client.state import LiveCard
from companion.protocol.requests import Mode
from companion.protocol.responses import View


@dataclass(frozen=True, slots=True)
class Enter:
    """The entry of the workbench with this id was clicked and is to do what it does."""

    entry: str


@dataclass(frozen=True, slots=True)
class PressTool:
    """A button on the toolbar of a module's page was clicked."""

    entry: str
    button: str


@dataclass(frozen=True, slots=True)
class GoTo:
    """Show a page of the window."""

    page: PageName


@dataclass(frozen=True, slots=True)
class ChooseView:
    """Show the companion full or simple."""

    view: View


@dataclass(frozen=True, slots=True)
class ChooseMode:
    """Send what is typed and said in this AI mode from now on."""

    mode: Mode


@dataclass(frozen=True, slots=True)
class SetPreference:
    """Ask the engine for a preference; it is shown as set once the engine confirms it (SET-034)."""

    name: PreferenceName
    value: bool


@dataclass(frozen=True, slots=True)
class AskHistory:
    """Fetch the past turns that the engine keeps."""


@dataclass(frozen=True, slots=True)
class ForgetConversation:
    """Have the engine forget the conversation."""


@dataclass(frozen=True, slots=True)
class AskUsage:
    """Fetch what models and searches were used; everyone's is for operators."""

    everyone: bool = False


@dataclass(frozen=True, slots=True)
class Pin:
    """Keep a card in the workbench."""

    card: UUID


@dataclass(frozen=True, slots=True)
class Unpin:
    """Keep it no longer."""

    card: UUID


@dataclass(frozen=True, slots=True)
class RestorePins:
    """Cards that were pinned before are known now; nothing of them can be pressed any more.

    Attributes:
        instead: Whether they take the place of those that are pinned: another account is in use.
    """

    cards: tuple[LiveCard, ...]
    instead: bool = False


@dataclass(frozen=True, slots=True)
class PairByName:
    """Ask the server to show a code in the game to this player."""

    player: str


@dataclass(frozen=True, slots=True)
class PairWithCode:
    """Show the server the code that the game showed."""

    code: str


@dataclass(frozen=True, slots=True)
class PairInGame:
    """Ask the server for a code to type in the game."""


@dataclass(frozen=True, slots=True)
class FetchIcon:
    """An icon is needed that nobody here has."""

    asset: str


@dataclass(frozen=True, slots=True)
class ShowLine:
    """Have the game show its player a line, where no overlay can be seen above it."""

    text: str


@dataclass(frozen=True, slots=True)
class RunSelfTest:
    """Play a known sentence through the whole chain and say where it stopped."""


Order = (
    Enter
    | PressTool
    | GoTo
    | ChooseView
    | ChooseMode
    | SetPreference
    | AskHistory
    | ForgetConversation
    | AskUsage
    | Pin
    | Unpin
    | RestorePins
    | PairByName
    | PairWithCode
    | PairInGame
    | FetchIcon
    | ShowLine
    | RunSelfTest
)
