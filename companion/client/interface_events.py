"""What can happen around the conversation: pages, modes, preferences, the past, pins, sign-ins.

`interface.py` visits every one of them. To add one: a record here, a member of `InterfaceEvent`,
and a case where mypy then complains.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from companion.client.navigation import PageName
from companion.client.orders import PreferenceName
from companion.client.pairing import PairingState
from companion.client.past import Past
from companion.client.self_test_state import SelfTest
from companion.client.state import LiveCard
from companion.protocol.requests import Mode
from companion.protocol.responses import Usage, View
from companion.support.errors import Failure


@dataclass(frozen=True, slots=True)
class Went:
    """The interface is to go somewhere."""

    page: PageName
    from_game: bool = False


@dataclass(frozen=True, slots=True)
class ViewChosen:
    """Full or simple; CURRENT keeps what is."""

    view: View


@dataclass(frozen=True, slots=True)
class ModeChosen:
    """The player chose an AI mode."""

    mode: Mode


@dataclass(frozen=True, slots=True)
class PreferenceAsked:
    """The engine was asked for a preference."""

    name: PreferenceName


@dataclass(frozen=True, slots=True)
class PreferenceSettled:
    """It was granted, and the state that follows says so, or it was refused."""

    refused: Failure | None = None


@dataclass(frozen=True, slots=True)
class GameShowed:
    """The game was asked to show a line: it did, or why it did not."""

    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class PartCame:
    """A piece of the answer that is being written."""

    text: str


@dataclass(frozen=True, slots=True)
class UsageTold:
    """The engine told what was used."""

    usage: Usage


@dataclass(frozen=True, slots=True)
class PastMoved:
    """The past was asked for, or came."""

    past: Past


@dataclass(frozen=True, slots=True)
class CardPinned:
    """A card is kept in the workbench."""

    card: UUID


@dataclass(frozen=True, slots=True)
class CardUnpinned:
    """It is kept no longer."""

    card: UUID


@dataclass(frozen=True, slots=True)
class PinsRestored:
    """Cards that were pinned in an earlier run are known now.

    Attributes:
        instead: Whether they take the place of those that are pinned.
    """

    cards: tuple[LiveCard, ...]
    instead: bool = False


@dataclass(frozen=True, slots=True)
class PairingMoved:
    """A sign-in went on."""

    pairing: PairingState


@dataclass(frozen=True, slots=True)
class IconCame:
    """An icon was fetched."""

    asset: str
    data: bytes


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn is over: with its one reason, or well."""

    reason: Failure | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class SelfTestMoved:
    """The self-test went on."""

    test: SelfTest


@dataclass(frozen=True, slots=True)
class LoggedOut:
    """The player is bound no more, or left the server: nothing of it stays (CLIENT-003)."""


InterfaceEvent = (
    Went
    | ViewChosen
    | ModeChosen
    | PreferenceAsked
    | PreferenceSettled
    | GameShowed
    | PartCame
    | UsageTold
    | PastMoved
    | CardPinned
    | CardUnpinned
    | PinsRestored
    | PairingMoved
    | IconCame
    | TurnEnded
    | SelfTestMoved
    | LoggedOut
)
"""What stands around the conversation; `interface.py` visits these."""
