"""The voices of the account in use as the interface knows them: values only."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from decimal import Decimal

from companion.language.phrase import Phrase
from companion.speech.lanes import Lane
from companion.speech.ledger.prices import PriceList
from companion.speech.voices.offer import Offer, Step
from companion.speech.voices.vendor import RemoteVoice
from companion.speech.voices.voice_book import VoiceBook
from companion.support.errors import Failure


class Key(enum.StrEnum):
    """Whether there is a key of the service."""

    UNKNOWN = "unknown"
    MISSING = "missing"
    THERE = "there"


class Busy(enum.StrEnum):
    """What is being done at the service or on disk; one thing at a time."""

    NOTHING = ""
    MAKING = "making"
    SAMPLING = "sampling"
    """A kept voice is asked to say its sentence."""
    LISTING = "listing"
    DELETING = "deleting"
    KEEPING = "keeping"


STOPPABLE = (Busy.MAKING, Busy.SAMPLING, Busy.LISTING)
"""A change on disk or at the service is not stopped half-way."""


class Place(enum.StrEnum):
    """Where a voice is known."""

    UNASKED = "unasked"
    """It is written down here; the service was not asked."""
    BOTH = "both"
    GONE = "gone"
    """It is written down here, and the service does not know it any more."""
    FOUND = "found"
    """It is at the service only, such as one whose answer was lost."""
    ELSEWHERE = "elsewhere"
    """It lives in another region than the one that is asked."""


class SpeakerKind(enum.StrEnum):
    """Whom a voice can be bound to; all but NAMED are speakers as they stand."""

    REPLY = Lane.REPLY.value
    QUEST = Lane.QUEST.value
    NOTICE = Lane.NOTICE.value
    CHARACTER = Lane.CHARACTER.value
    NAMED = "named"


@dataclass(frozen=True, slots=True)
class VoicesState:
    """A moment of the voices of the account in use.

    Attributes:
        book: None before it was read.
        offer: What the next voice costs; None before the prices were read.
        prices: For what listening to a voice costs.
        remote: What the service listed; None before it was asked.
        made: Id of the voice that was just made, until it is kept or deleted.
        preview: Id of the voice whose sound is at hand and costs nothing more; empty for none.
        is_playing: Whether that one is being heard.
        step: How far the making of a voice is.
        note: What came of a wish that was stopped.
        reason: Why the last wish was not done; None where it was.
        detail: For `{detail}` in the reason's sentence.
        unread: Why the book or the key could not be read.
        unread_detail: The same for its sentence.
    """

    book: VoiceBook | None = None
    key: Key = Key.UNKNOWN
    offer: Offer | None = None
    prices: PriceList | None = None
    remote: tuple[RemoteVoice, ...] | None = None
    made: str = ""
    preview: str = ""
    is_playing: bool = False
    busy: Busy = Busy.NOTHING
    step: Step | None = None
    note: Phrase | None = None
    reason: Failure | None = None
    detail: str = ""
    unread: Failure | None = None
    unread_detail: str = ""

    @property
    def can_stop(self) -> bool:
        """Whether what is under way may be stopped: not once a voice is being written down."""
        return self.busy in STOPPABLE and self.step is not Step.WRITING


@dataclass(frozen=True, slots=True)
class Wish:
    """What the player wants made.

    Attributes:
        prompt: How the voice is to sound.
        name: Under which it is kept.
        preview: What it says first.
        language: `en` or `zh`.
    """

    prompt: str
    name: str
    preview: str
    language: str


@dataclass(frozen=True, slots=True)
class VoiceRow:
    """One voice of the list.

    Attributes:
        region: Where it lives.
        status: As the service says it; empty where it was not asked, and while all is well.
        cost: Of listening to it; None when it is unpriced.
        can_be_heard: Whether it is written down with all it takes to speak it.
    """

    id: str
    name: str
    prompt: str
    model: str
    region: str
    language: str
    created: str
    place: Place
    status: str = ""
    cost: Decimal | None = None
    can_be_heard: bool = False


@dataclass(frozen=True, slots=True)
class BindingRow:
    """One binding.

    Attributes:
        kind: Who speaks.
        who: The character's name; empty for every other kind.
        language: Empty for every language.
        voice: Its name, or its id while it has none.
    """

    speaker: str
    kind: str
    who: str
    language: str
    voice: str
