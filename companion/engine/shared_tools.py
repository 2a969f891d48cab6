"""Keys of the tools that features share, with their inputs; each is declared here and nowhere else.

The handlers are in the features that export them (`builtin/`).
"""

from __future__ import annotations

import enum
from typing import Annotated

import msgspec

from companion.engine.seen import Seen
from companion.engine.tools import ids
from companion.engine.tools.tool import ToolType
from companion.protocol.actions.quests import ClaimRef, Offset, QuestId, QuestTitle
from companion.protocol.limits import Argument


class Order(enum.StrEnum):
    """How open quests are listed."""

    BOOK = "book"
    SOONEST = "soonest"


class QuestView(enum.StrEnum):
    """Which quests are listed."""

    ACTIVE = "ACTIVE"
    CLAIMABLE = "CLAIMABLE"
    SUBMITTABLE = "SUBMITTABLE"


View = Annotated[
    QuestView,
    msgspec.Meta(
        description="ACTIVE: can be done or claimed now. CLAIMABLE: a reward waits. "
        "SUBMITTABLE: something can be handed in or ticked off now"
    ),
]


class QuestQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which quests, and which come first: as in the book, or what is done soonest."""

    order: Order = Order.BOOK
    view: View = QuestView.ACTIVE
    keyword: Annotated[
        Argument, msgspec.Meta(description="Words that titles must have; empty for all")
    ] = ""


class QuestName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody called a quest.

    Attributes:
        is_making: Whether they asked how to make it: then a quest about something whose name only
            holds these words is not taken for it unasked.
    """

    name: QuestTitle
    is_making: bool = False


class OneQuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which quest: exactly one of id, name and number in the list last seen.

    Attributes:
        called: What the player called it, for a sentence that it is not there.
        rewards_from, options_from: Where the page of rewards, and of things to choose, begins.
    """

    quest: QuestId | msgspec.UnsetType = msgspec.UNSET
    name: QuestTitle | msgspec.UnsetType = msgspec.UNSET
    number: (
        Annotated[int, msgspec.Meta(ge=1, le=100_000, description="Number in the list last seen")]
        | msgspec.UnsetType
    ) = msgspec.UNSET
    called: Argument = ""
    rewards_from: Offset = 0
    options_from: Offset = 0

    def __post_init__(self) -> None:
        """Judge the choice."""
        given = (self.quest, self.name, self.number)
        if sum(one is not msgspec.UNSET for one in given) != 1:
            raise ValueError("give exactly one of quest, name and number")


QUERY: ToolType[QuestQuery, Seen] = ToolType(ids.QUEST_QUERY, QuestQuery, Seen)
FIND: ToolType[QuestName, Seen] = ToolType(ids.QUEST_FIND, QuestName, Seen)
DETAIL: ToolType[OneQuest, Seen] = ToolType(ids.QUEST_DETAIL, OneQuest, Seen)


class GiftQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which reward: the reference of a button, and the place in a choice, from 0."""

    ref: ClaimRef
    option: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | msgspec.UnsetType = msgspec.UNSET


class Claimed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose reward it was, and whether the game has it down as taken.

    Attributes:
        ours_to_tell: The game itself gives it; what a pack's own kind of reward does, nobody here
            knows.
    """

    quest: QuestId
    taken: bool
    ours_to_tell: bool = True


class Submit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is handed in; with `checkmark_only` nothing but ticks."""

    quest: QuestId
    checkmark_only: bool = False


class SubmissionResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of it."""

    completed: bool
    changed: bool


class GiftClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The references of some gifts."""

    refs: Annotated[tuple[ClaimRef, ...], msgspec.Meta(min_length=1, max_length=60)]


class GiftsClaimed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """References of the gifts that could not be taken."""

    failed: tuple[ClaimRef, ...] = ()


STARTER_GIFTS: ToolType[GiftQuery, Seen] = ToolType(ids.QUEST_STARTER_GIFTS, GiftQuery, Seen)
CLAIM: ToolType[Claim, Claimed] = ToolType(ids.QUEST_CLAIM, Claim, Claimed)
SUBMIT: ToolType[Submit, SubmissionResult] = ToolType(ids.QUEST_SUBMIT, Submit, SubmissionResult)
CLAIM_GIFTS: ToolType[GiftClaim, GiftsClaimed] = ToolType(
    "system.claim_gifts", GiftClaim, GiftsClaimed
)


class ItemName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody called an item, or its registry id.

    Attributes:
        is_making: Whether they asked how to make it.
    """

    item: Annotated[Argument, msgspec.Meta(min_length=1, description="Name of the item, or its id")]
    is_making: bool = False


ITEM_SOURCES: ToolType[ItemName, Seen] = ToolType(ids.ITEM_SOURCES, ItemName, Seen)
