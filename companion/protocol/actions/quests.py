"""What actions about quests take: lists, one quest, and what its buttons do."""

from __future__ import annotations

from typing import Annotated

import msgspec

from companion.protocol.limits import Argument

QuestId = Annotated[
    str, msgspec.Meta(pattern=r"\A[0-9A-F]{16}\Z", description="Id of the quest: 16 hex digits")
]
QuestTitle = Annotated[
    Argument, msgspec.Meta(min_length=1, description="Title of the quest as the player said it")
]
Offset = Annotated[int, msgspec.Meta(ge=0, le=10_000, description="How many are passed over")]
ClaimRef = Annotated[str, msgspec.Meta(min_length=8, max_length=32)]


class ListOpen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


class ListNext(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


class ListClaimable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that titles must have; empty for all."""

    query: Argument = ""


class ListSubmittable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that titles must have; empty for all."""

    query: Argument = ""


class ListGifts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


class OpenById(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which quest a button opens."""

    quest: QuestId
    rewards_from: Offset = 0
    options_from: Offset = 0


class OpenByNumber(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place in the last numbered list; -1 is the last one."""

    number: Annotated[
        int, msgspec.Meta(ge=-1, le=100_000, description="Place in the list, from 1; -1 is last")
    ]


class FindByName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody called a quest, or an item."""

    name: QuestTitle
    is_making: Annotated[
        bool, msgspec.Meta(description="Whether the player asks how to make or craft it")
    ] = False


class AboutThis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


class ClaimThis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


class PressClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which reward a button takes."""

    ref: ClaimRef
    option: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | msgspec.UnsetType = msgspec.UNSET


class PressSubmit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which quest a button hands in for."""

    quest: QuestId
    checkmark_only: bool = False


class PressGifts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """References of gifts, with commas between them."""

    refs: Annotated[str, msgspec.Meta(min_length=8, max_length=1024)]
