"""What a card becomes before it meets a template: arguments, lists, buttons, choices, speech.

Every card data type has `build_card() -> CardBuilder`. Nothing here knows templates, widgets or
the engine (CARD-002, CARD-003).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, get_args

import msgspec

from companion.language.phrase import Phrase
from companion.protocol.limits import Arguments, Identifier


class ServerAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="server"):
    """A press that the engine answers: an action identifier and string arguments (CARD-013)."""

    action: Identifier
    arguments: Arguments = {}


OwnName = Literal[
    "next_page",
    "previous_page",
    "back",
    "close",
    "repeat",
    "stop",
    "skip",
    "select",
    "toggle",
    "collapse",
]
_OWN: dict[str, OwnName] = {name: name for name in get_args(OwnName)}
LocalName = Annotated[
    str,
    msgspec.Meta(pattern=rf"^({'|'.join(_OWN)}|[a-z0-9_.-]+:[a-z0-9_./-]+)$(?!\n)", max_length=128),
]
"""One of our own, or `namespace:name` of what an extension of the client contributes."""


class LocalAction(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="local"
):
    """A press that the client answers by itself, without a packet (CARD-015).

    Attributes:
        target: Category to select, section to open or close; what the contributor makes of it
            with a contributed name; empty for all other names.
    """

    name: LocalName
    target: Annotated[str, msgspec.Meta(max_length=64)] = ""

    @property
    def own(self) -> OwnName | None:
        """The name where it is one of our own; None for a contributed one."""
        return _OWN.get(self.name)


Action = ServerAction | LocalAction


class Placement(enum.StrEnum):
    """Where a button stands: in the card's body, or at the foot of a notification."""

    BODY = "BODY"
    FOOTER = "FOOTER"


class CardButton(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One button.

    Attributes:
        id: Unique within the card.
        label: Shown, and matched against spoken words; never decides behaviour (CARD-016).
        action: What a press does.
        placement: Body or foot.
        primary: The one a player most likely wants; at most one a card.
    """

    id: str
    label: Phrase
    action: Action
    placement: Placement = Placement.BODY
    primary: bool = False


class CardChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered row that can be opened: "the second one", a click, or its name aloud.

    Attributes:
        number: Counts from 1 through the whole list, over all pages.
        label: The row's name.
        action: What opening it does.
    """

    number: int
    label: Phrase
    action: ServerAction


@dataclass(frozen=True, slots=True)
class SpeechContent:
    """What is said aloud with a card.

    Attributes:
        sentences: In order; each is synthesised and can be interrupted on its own.
    """

    sentences: tuple[Phrase, ...] = ()


Scalar = str | int | float | bool | Phrase


@dataclass(frozen=True, slots=True)
class CardBuilder:
    """A card's content, complete without a template.

    Attributes:
        template: Identifier of the template that lays it out.
        arguments: Values of the template's `{name}` places.
        lists: Typed lists that nodes bind by name (quests, items, lines).
        text: One-line summary; shown alone when the template is missing or broken.
        buttons: All buttons; a template can only place them, never add one (CARD-007).
        choices: The numbered rows, in order.
        speech: What is said.
    """

    template: Identifier
    text: Phrase
    arguments: Mapping[str, Scalar] = field(default_factory=dict)
    lists: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    buttons: tuple[CardButton, ...] = ()
    choices: Sequence[CardChoice] = ()
    speech: SpeechContent = SpeechContent()
