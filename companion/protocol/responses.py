"""What the engine says to a client.

To add one: define it here, add it to `ServerMessage`, give it a golden message under
`tests/contracts/`, and handle it where mypy then complains.
"""

from __future__ import annotations

import enum
from typing import Annotated
from uuid import UUID

import msgspec

from companion.language.phrase import Phrase
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.update import CardUpdate
from companion.protocol.command_tree import CommandNode
from companion.protocol.limits import Identifier
from companion.protocol.pack import Asset, Lexicon
from companion.protocol.requests import Mode
from companion.protocol.signon import Binding, Pairing


class Welcome(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:hello", tag_field="type"
):
    """The engine accepted the connection.

    Attributes:
        protocol: Version the engine speaks.
        generation: Number of this connection; answers of an older one are dropped.
        engine: Version of the program, for the log.
    """

    protocol: int
    generation: int
    engine: str = ""


class Accepted(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:accepted", tag_field="type"
):
    """A request is being worked on.

    Attributes:
        deadline_s: Seconds from now after which the client may give up; at most 120.
    """

    request: UUID
    deadline_s: float


class Outcome(enum.StrEnum):
    """How a request ended."""

    SUCCEEDED = "SUCCEEDED"
    PARTIAL = "PARTIAL"
    FAILED = "FAILED"
    BUSY = "BUSY"
    CANCELLED = "CANCELLED"


class Reply(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:reply", tag_field="type"
):
    """The end of one request; ends its waiting whether or not it carries cards (PROTO-017).

    Attributes:
        request: The request it answers.
        generation: Connection the request came on.
        outcome: How it ended.
        text: Words for the chat log.
        spoken: Sentences to say; when empty and a card is shown, the card's own speech is said.
        cards: What happens to cards.
        code: The `Failure` value when it failed, else empty.
        action: Identifier of what was understood, such as `system:quest_list`; for the log.
    """

    request: UUID
    generation: int
    outcome: Outcome
    text: Phrase
    spoken: tuple[Phrase, ...] = ()
    cards: tuple[CardUpdate, ...] = ()
    code: str = ""
    action: str = ""


class Notice(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:notice", tag_field="type"
):
    """Something the engine says unasked (PROTO-018)."""

    text: Phrase
    spoken: tuple[Phrase, ...] = ()
    cards: tuple[CardUpdate, ...] = ()


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command the input box completes."""

    name: str
    does: Phrase


class Entitlement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player has here in the end, and nothing of who decided it (PERM-006).

    Attributes:
        system: The bound system; empty for none.
        modes: What the send box offers, in this order; empty hides the choice.
        external, free_chat, history: The player's own preferences.
        name, description: Of the system, as keys of the language resources (BIND-018); a pack
            without translations has plain text there. Empty where the world does not define it.
    """

    system: str
    modes: tuple[Mode, ...]
    external: bool
    free_chat: bool
    history: bool
    name: str = ""
    description: str = ""


class ClientModule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A module of the world that has a half on the client (PROTO-054).

    Attributes:
        id: Of the configuration.
        client: Which half; an id that nobody here knows only means that its page is missing.
        order: Higher first in the workbench.
        enabled: Whether this player may use it now.
    """

    id: Identifier
    client: Identifier
    order: Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)] = 0
    enabled: bool = True


class State(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:state", tag_field="type"
):
    """What the client may know of the engine.

    Attributes:
        request: The request it answers; absent when the engine sends it unasked.
        world: Name of the world or modpack.
        player: Name of the player, or empty where it is unknown.
        link: Id of the link: `demo`, `instance`.
        quests: How many quests a fresh player may see.
        open: How many are open for this player.
        progress_known: False on a folder without a save.
        commands: What the input box completes.
        faults: What of the quest book could not be read, as sentences.
        entitlement: What the player has; absent while it is not known.
        tree: The commands the player may use now, for completion and help; sent again with the
            state whenever that changes (ROUTE-035).
        modules: Modules with a half on the client; absent from engines that do not tell.
    """

    world: str
    player: str
    link: str
    quests: int
    open: int
    progress_known: bool
    commands: tuple[Command, ...] = ()
    faults: tuple[Phrase, ...] = ()
    request: UUID | msgspec.UnsetType = msgspec.UNSET
    entitlement: Entitlement | msgspec.UnsetType = msgspec.UNSET
    tree: tuple[CommandNode, ...] | msgspec.UnsetType = msgspec.UNSET
    modules: tuple[ClientModule, ...] | msgspec.UnsetType = msgspec.UNSET


class View(enum.StrEnum):
    """Which view of the companion is meant (PROTO-019)."""

    CURRENT = "CURRENT"
    SIMPLE = "SIMPLE"
    FULL = "FULL"


class Open(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:open", tag_field="type"
):
    """Open a view.

    Attributes:
        request: Ends that request's waiting first (PROTO-020).
    """

    view: View
    request: UUID | msgspec.UnsetType = msgspec.UNSET


class Partial(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:partial", tag_field="type"
):
    """A piece of an answer that is still being written; the reply holds all of it.

    Attributes:
        generation: Connection the request came on.
        text: What comes after the pieces before it.
    """

    request: UUID
    generation: int
    text: str


class UserTurn(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="user", tag_field="role"
):
    """What the player said (PROTO-023).

    Attributes:
        at: Seconds since 1970-01-01 UTC.
    """

    request: UUID
    at: float
    text: str


class AssistantTurn(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="assistant", tag_field="role"
):
    """What came of it."""

    request: UUID
    at: float
    text: Phrase
    spoken: tuple[Phrase, ...] = ()
    cards: tuple[CardData, ...] = ()
    code: str = ""


class History(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:history", tag_field="type"
):
    """The latest turns, oldest first."""

    request: UUID
    entries: tuple[UserTurn | AssistantTurn, ...]


Count = Annotated[int, msgspec.Meta(ge=0)]
Cost = Annotated[str, msgspec.Meta(pattern=r"^[0-9]+(\.[0-9]+)?$(?!\n)")]


class Used(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Counters of one day or of all time.

    Attributes:
        calls: Of a model or search service.
        unreported: Calls among them whose tokens the service did not report.
        input, cached_input, output, thinking: Tokens; 0 for a search service.
        cost: A decimal number; absent when unpriced.
    """

    calls: Count = 0
    unreported: Count = 0
    input: Count = 0
    cached_input: Count = 0
    output: Count = 0
    thinking: Count = 0
    cost: Cost | msgspec.UnsetType = msgspec.UNSET


class UsedOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was used of one model or search service.

    Attributes:
        player: Whose; empty for the server itself.
        source: `provider/model`, or the search provider.
    """

    player: str
    source: str
    today: Used
    total: Used


class Usage(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:usage", tag_field="type"
):
    """What was used of models and searches (PROTO-005).

    Attributes:
        open: Whether the usage page is to be opened.
        model_currency, search_currency: Of the costs; empty while nothing has a price.
        is_whole: Whether the costs lack nothing.
        request: The request it answers; absent when sent unasked.
    """

    open: bool
    models: tuple[UsedOf, ...] = ()
    searches: tuple[UsedOf, ...] = ()
    model_currency: str = ""
    search_currency: str = ""
    is_whole: bool = True
    request: UUID | msgspec.UnsetType = msgspec.UNSET


class ErrorMessage(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:error", tag_field="type"
):
    """A frame that could not be decoded or a request that is refused before it runs.

    Attributes:
        code: A `Failure` value.
        text: A sentence with the next step; no path, no stack trace (PROTO-051).
        request: The id of the request where it could be read.
    """

    code: str
    text: Phrase
    request: UUID | msgspec.UnsetType = msgspec.UNSET


class Ping(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:ping", tag_field="type"
):
    """A heartbeat; needs no answer, since both sides send their own."""


ServerMessage = (
    Welcome
    | Accepted
    | Reply
    | Notice
    | State
    | Open
    | Partial
    | History
    | Usage
    | Lexicon
    | Asset
    | Binding
    | Pairing
    | ErrorMessage
    | Ping
)
