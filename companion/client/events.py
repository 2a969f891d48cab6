"""What can happen to the client's state. `reducer.py` visits every one of them.

To add one: a record here, a member of `Event`, and a case where mypy then complains.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from companion.client.interface_events import InterfaceEvent
from companion.client.state import Part, Speaker, Stages
from companion.language.phrase import Phrase
from companion.protocol.cards.builder import LocalAction
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.update import CardUpdate
from companion.protocol.responses import State
from companion.speech.ears import EarPhase
from companion.support.errors import Failure


class Origin(enum.Enum):
    """Why a card update came; decides what a shown card may take over."""

    ANSWER = enum.auto()
    """It answers what the player just asked: the card goes to the front."""
    NOTICE = enum.auto()
    """The engine sent it unasked: it waits while another card is in front (NOTE-003)."""
    LATE = enum.auto()
    """Its request was given up: it goes to the log only (PROTO-034)."""


@dataclass(frozen=True, slots=True)
class Said:
    """Words for the chat log."""

    speaker: Speaker
    words: Phrase
    spoken_s: float = 0.0
    card: CardRef | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class CardUpdated:
    """The engine showed, replaced or removed a card."""

    update: CardUpdate
    origin: Origin


@dataclass(frozen=True, slots=True)
class CardPressed:
    """A server action of a card is under way."""

    card: CardRef


@dataclass(frozen=True, slots=True)
class PageTurned:
    """The player turned to a page, counted from 0."""

    card: CardRef
    page: int


@dataclass(frozen=True, slots=True)
class ViewChanged:
    """The player selected a category, opened or closed a section, or collapsed a card."""

    card: CardRef
    action: LocalAction


@dataclass(frozen=True, slots=True)
class WentBack:
    """The front card gave way to the one it was opened from."""


@dataclass(frozen=True, slots=True)
class FrontClosed:
    """The player closed the front card and all it was opened from (CARD-051)."""


@dataclass(frozen=True, slots=True)
class RequestBegan:
    """A request is under way."""


@dataclass(frozen=True, slots=True)
class RequestEnded:
    """No request is under way any more, however it ended."""


@dataclass(frozen=True, slots=True)
class EarsMoved:
    """The ears changed what they do."""

    phase: EarPhase
    seconds_left: float = 0.0


@dataclass(frozen=True, slots=True)
class WordsHeard:
    """Words so far."""

    text: str


@dataclass(frozen=True, slots=True)
class VoiceAwaited:
    """The voice was given sentences and nothing of them is heard yet."""


@dataclass(frozen=True, slots=True)
class SentenceBegan:
    """The voice began a sentence, as a character where one is named."""

    text: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class VoiceEnded:
    """The voice has nothing more to say."""


@dataclass(frozen=True, slots=True)
class FellSilent:
    """Nothing more comes, and this is why."""

    reason: Failure
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PartChanged:
    """One entry of the status line changed."""

    part: Part


@dataclass(frozen=True, slots=True)
class EngineDescribed:
    """The engine gave an account of itself."""

    engine: State


@dataclass(frozen=True, slots=True)
class EngineGone:
    """The connection ended; its cards stay readable and nothing of them can be pressed."""


@dataclass(frozen=True, slots=True)
class DraftLeft:
    """Words wait in the send box; empty words clear it."""

    text: str


@dataclass(frozen=True, slots=True)
class Staged:
    """The stage clock of the running turn moved."""

    stages: Stages


Event = (
    Said
    | CardUpdated
    | CardPressed
    | PageTurned
    | ViewChanged
    | WentBack
    | FrontClosed
    | RequestBegan
    | RequestEnded
    | EarsMoved
    | WordsHeard
    | VoiceAwaited
    | SentenceBegan
    | VoiceEnded
    | FellSilent
    | PartChanged
    | EngineDescribed
    | EngineGone
    | DraftLeft
    | Staged
    | InterfaceEvent
)
