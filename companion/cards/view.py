"""A card ready to be drawn, read or spoken: what `ui/cards` and the client's ears work with.

One bound type a node type, made by `cards/nodes/`, drawn by `ui/cards/`. `if` and `each` leave no
trace: what they hold stands where they stood. An extension's node binds to its own subclass of
`BoundOther`.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from companion.cards.bound.base import Bound
from companion.cards.bound.item import (
    BoundIcon,
    BoundIcons,
    BoundItemGroup,
    BoundItems,
    BoundOffer,
)
from companion.cards.bound.layout import (
    BoundButtons,
    BoundColumn,
    BoundOther,
    BoundSection,
    BoundSideBySide,
)
from companion.cards.bound.press import (
    BoundButton,
    BoundCategory,
    BoundChoice,
)
from companion.cards.bound.quest import (
    BoundQuestDetail,
    BoundQuestList,
    BoundRow,
)
from companion.cards.bound.rows import (
    BoundCell,
    BoundChoices,
    BoundEntry,
    BoundGrid,
    BoundHeader,
    BoundLine,
    BoundList,
    BoundTable,
)
from companion.cards.bound.sources import (
    BoundChart,
    BoundItemSources,
    BoundPassage,
    BoundPassages,
    BoundPlaceSource,
    BoundPoint,
    BoundRecipe,
    BoundSlot,
)
from companion.cards.bound.text import (
    BoundDivider,
    BoundHeading,
    BoundImage,
    BoundProgress,
    BoundText,
    ImageKind,
    Line,
    Span,
)
from companion.protocol.cards.ref import CardRef

__all__ = [
    "BoundButton",
    "BoundButtons",
    "BoundCategory",
    "BoundCell",
    "BoundChart",
    "BoundChoice",
    "BoundChoices",
    "BoundColumn",
    "BoundDivider",
    "BoundEntry",
    "BoundGrid",
    "BoundHeader",
    "BoundHeading",
    "BoundIcon",
    "BoundIcons",
    "BoundImage",
    "BoundItemGroup",
    "BoundItemSources",
    "BoundItems",
    "BoundLine",
    "BoundList",
    "BoundNode",
    "BoundOffer",
    "BoundOther",
    "BoundPaged",
    "BoundPassage",
    "BoundPassages",
    "BoundPlaceSource",
    "BoundPoint",
    "BoundProgress",
    "BoundQuestDetail",
    "BoundQuestList",
    "BoundRecipe",
    "BoundRow",
    "BoundSection",
    "BoundSideBySide",
    "BoundSlot",
    "BoundTable",
    "BoundText",
    "CardView",
    "ImageKind",
    "Line",
    "Span",
    "Variant",
    "children_of",
    "walk",
]


class Variant(enum.StrEnum):
    """Where a card is drawn."""

    FULL = "full"
    COMPACT = "compact"
    NOTIFICATION = "notification"
    PLAIN = "plain"


BoundPaged = (
    BoundQuestList
    | BoundChoices
    | BoundGrid
    | BoundList
    | BoundTable
    | BoundItemSources
    | BoundPassages
)
"""Nodes that turn pages; a card has at most one."""

BoundNode = Bound
"""Any of them, an extension's included."""


def children_of(node: BoundNode) -> tuple[BoundNode, ...]:
    """The bound nodes directly inside another one."""
    match node:
        case (
            BoundSideBySide(children=children)
            | BoundColumn(children=children)
            | BoundSection(children=children)
            | BoundQuestDetail(children=children)
            | BoundOther(children=children)
        ):
            return children
        case BoundGrid(cells=cells):
            return tuple(cell.content for cell in cells)
        case _:
            return ()


def walk(nodes: tuple[BoundNode, ...]) -> Iterator[BoundNode]:
    """Every node from top to bottom, each before what is inside it."""
    for node in nodes:
        yield node
        yield from walk(children_of(node))


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as one variant shows it.

    Attributes:
        ref: Which message of which card.
        title: Plain; the accessible name of the card.
        nodes: Top to bottom; none while the card is collapsed.
        footer: Buttons at the foot of a notification or compact card.
        choices: The numbered rows of the visible page.
        buttons: Every enabled button, those of categories and sections included, for spoken words.
        page, pages: Of the paged node, from 0; `pages` is 1 without one.
        plain: The card as lines of text: title, lines, numbered buttons (CARD-011).
        say: Makes `spoken`; a shelf of many cells is drawn far more often than read aloud.
        fault: Why the template was not used, for the log; empty when it was.
        collapsed: Whether only the title is seen (CARD-056).
        collapse: Local button that collapses or expands; None where there is nothing to collapse.
        speaks: Whether the card brings sentences of its own; others are silent when they appear
            (CARD-072).
    """

    ref: CardRef
    variant: Variant
    title: str
    nodes: tuple[BoundNode, ...]
    footer: tuple[BoundButton, ...]
    choices: tuple[BoundChoice, ...]
    buttons: tuple[BoundButton, ...]
    page: int
    pages: int
    plain: tuple[str, ...]
    say: Callable[[], tuple[str, ...]] = field(compare=False, repr=False)
    fault: str = ""
    collapsed: bool = False
    collapse: BoundButton | None = None
    speaks: bool = False

    @property
    def spoken(self) -> tuple[str, ...]:
        """What is read aloud when somebody asks for it, made for the ear."""
        return self.say()

    @property
    def is_message(self) -> bool:
        """Whether it is one plain text and nothing to press: a chat message, not a card."""
        only_text = len(self.nodes) == 1 and isinstance(self.nodes[0], BoundText)
        return only_text and not self.buttons and not self.choices
