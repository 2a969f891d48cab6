"""What the client shows, as one immutable snapshot; window and overlay draw nothing else."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.cards.view_state import CardViewState
from companion.client.navigation import NOWHERE, Wanted
from companion.client.pairing import NO_PAIRING, PairingState
from companion.client.past import NOT_ASKED, Past
from companion.client.preferences import UNKNOWN, Preferences
from companion.client.self_test_state import NOT_TESTED, SelfTest
from companion.language.phrase import Phrase
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.ref import CardRef
from companion.protocol.requests import Mode
from companion.protocol.responses import State, Usage, View
from companion.support.errors import Failure

MAX_ENTRIES = 200
MAX_CARDS = 64
"""Cards of a connection that can still be drawn; older ones leave a line in the log."""
MAX_QUEUED = 32
"""Cards that wait behind the front one (NOTE-001)."""


class Phase(enum.StrEnum):
    """What the voice strip says in one word."""

    IDLE = "idle"
    GETTING_READY = "getting_ready"
    LISTENING = "listening"
    RECOGNISING = "recognising"
    THINKING = "thinking"
    SPEAKING = "speaking"
    SILENT = "silent"
    """Nothing more comes; `Voice.reason` says why."""


@dataclass(frozen=True, slots=True)
class Voice:
    """The voice strip.

    Attributes:
        words: Live words of the utterance, or the sentence being spoken.
        reason: Why it is silent.
        detail: For `{detail}` in the reason's sentence.
        seconds_left: Until the 58 s limit, while listening.
        speaker: The character who is heard; empty for nobody in particular.
    """

    phase: Phase = Phase.IDLE
    words: str = ""
    reason: Failure | None = None
    detail: str = ""
    seconds_left: float = 0.0
    speaker: str = ""


class Health(enum.StrEnum):
    """How one part of the status line stands; drawn as a word and a mark, not only a colour."""

    STARTING = "starting"
    READY = "ready"
    LIMITED = "limited"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Part:
    """One entry of the status line.

    Attributes:
        name: key, microphone, ears, voice or engine.
        words: Short, such as `F8`, `3 ms`, or the id of a provider, which is translated.
        reason: Why it is not ready.
    """

    name: str
    health: Health = Health.STARTING
    words: str = ""
    reason: Failure | None = None
    detail: str = ""


class Speaker(enum.StrEnum):
    """Whose words an entry of the chat log holds."""

    PLAYER = "player"
    COMPANION = "companion"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the chat log.

    Attributes:
        id: Counts up; stable for the widget that shows it.
        words: What was said; for a card its summary.
        spoken_s: Length of the utterance when it was spoken, else 0.
        card: The card shown below the words, if any.
        failed: Whether the words tell of a failure.
    """

    id: int
    speaker: Speaker
    words: Phrase
    spoken_s: float = 0.0
    card: CardRef | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class LiveCard:
    """A card of this connection.

    Attributes:
        view: Page, collapsed state and so on; local to this client.
        active: False once removed: shown read-only, buttons inert.
        waiting: A server action of this card is under way.
        parent: The card that "back" returns to.
    """

    ref: CardRef
    data: CardData
    view: CardViewState
    active: bool = True
    waiting: bool = False
    parent: CardRef | None = None


@dataclass(frozen=True, slots=True)
class Stages:
    """One turn's stage clock: milliseconds since key-up; -1 where a stage did not happen.

    `key_up` is the origin (0); for a typed turn that is the moment it was sent. `own` is the turn's
    time without recogniser, synthesiser and sound device: from the final text to the moment the
    synthesiser is asked (the moment the answer is shown, where nothing is said), with matching,
    the wire, the engine and the card in it. See `stage_clock.py`.
    """

    last_audio: float = -1.0
    final_text: float = -1.0
    request_sent: float = -1.0
    first_answer: float = -1.0
    first_audio: float = -1.0
    first_sound: float = -1.0
    own: float = -1.0


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why the last turn came to nothing, for the why-silent panel.

    Attributes:
        number: Counts failed turns; each leaves exactly one reason.
        detail: For `{detail}` in the reason's sentence.
    """

    number: int
    reason: Failure
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ClientState:
    """A moment of the client.

    Attributes:
        locale: Language of the player.
        revision: Counts up with every change.
        engine: The engine's own account of itself, once connected.
        voice: The voice strip.
        parts: The status line, in order: key, microphone, ears, voice, engine.
        entries: The chat log, oldest first; at most MAX_ENTRIES are kept.
        cards: Cards of this connection, oldest first.
        front: The card that spoken words act on and the overlay shows, if any.
        queued: Cards the engine sent unasked, waiting for the front one to be closed.
        waiting: Whether a request is under way.
        draft: Words waiting in the send box for the player to send.
        stages: Stage clock of the last turn.
        server: Id of the server in use; empty for the embedded engine.
        view: Whether the companion is shown full or simple; never CURRENT.
        wanted: Where the interface is to go.
        mode: AI mode chosen in the send box; `engine.entitlement.modes` are those there are.
        preferences: What the player allows.
        partial: The answer as far as it is written; empty once the reply is here.
        usage: What models and searches used, once asked for.
        past: Past turns, to be read.
        pinned: Cards kept in the workbench, as they were when they were pinned or last changed.
        lost: Notices that made room for others; all of them are in the chat log.
        commands: Counts changes of the command tree and the modules; completions made for another
            number are stale (CLIENT-017).
        pairing: Where a sign-in stands.
        icons: PNG files of icons that were fetched, by id; bounded.
        trouble: Why the last failed turn failed; a turn that succeeds clears it.
        self_test: The self-test.
        in_game: Why the game did not show the last line that it was to show.
    """

    locale: str = "en_us"
    revision: int = 0
    engine: State | None = None
    voice: Voice = Voice()
    parts: tuple[Part, ...] = ()
    entries: tuple[Entry, ...] = ()
    cards: tuple[LiveCard, ...] = ()
    front: CardRef | None = None
    queued: tuple[CardRef, ...] = ()
    waiting: bool = False
    draft: str = ""
    stages: Stages | None = None
    server: str = ""
    view: View = View.FULL
    wanted: Wanted = NOWHERE
    mode: Mode = Mode.AUTO
    preferences: Preferences = UNKNOWN
    partial: str = ""
    usage: Usage | None = None
    past: Past = NOT_ASKED
    pinned: tuple[LiveCard, ...] = ()
    lost: int = 0
    commands: int = 0
    pairing: PairingState = NO_PAIRING
    icons: Mapping[str, bytes] = field(default_factory=dict)
    trouble: Trouble | None = None
    self_test: SelfTest = NOT_TESTED
    in_game: Failure | None = None

    def card(self, ref: CardRef) -> LiveCard | None:
        """The live card with this id, whatever its revision."""
        return next((card for card in self.cards if card.ref.id == ref.id), None)

    def shown_card(self, ref: CardRef) -> LiveCard | None:
        """The card with this id, also one that is only pinned."""
        pinned = (card for card in self.pinned if card.ref.id == ref.id)
        return self.card(ref) or next(pinned, None)


EMPTY = ClientState()
