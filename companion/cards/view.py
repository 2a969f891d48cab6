"""A card ready to be drawn, read or spoken: what `ui/cards` and the client's ears work with."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from companion.language.legacy_codes import Piece
from companion.protocol.cards.builder import Action, ServerAction
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.quest_list import QuestState
from companion.protocol.cards.ref import CardRef


class Variant(enum.StrEnum):
    """Where a card is drawn."""

    FULL = "full"
    COMPACT = "compact"
    NOTIFICATION = "notification"
    PLAIN = "plain"


Span = Piece
"""A piece of text in one style; without a colour it has the theme's ink."""

Line = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class BoundButton:
    """A button with its words.

    Attributes:
        id: Unique within the card; `objectName` of the widget is `button:<id>`.
        label: In the player's language.
        enabled: False while a server action waits, or for a page control that leads nowhere.
        label_key: Key of the label, by which spoken synonyms are found; empty for literal text.
    """

    id: str
    label: str
    action: Action
    primary: bool = False
    enabled: bool = True
    label_key: str = ""


@dataclass(frozen=True, slots=True)
class BoundChoice:
    """A numbered row that can be opened.

    Attributes:
        number: Number shown on the row.
        position: 1 for the first row of the visible page: what "the first one" means.
        label: Plain.
        enabled: False while a server action of the card waits.
    """

    number: int
    position: int
    label: str
    action: ServerAction
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class BoundText:
    """Node `text`: lines of styled text; `role` picks the type style."""

    lines: tuple[Line, ...]
    role: str = "body"
    """body, muted, hint, warning or quote."""


@dataclass(frozen=True, slots=True)
class BoundHeading:
    """Node `heading`: the card's title, with a count badge where `badge` is not empty."""

    line: Line
    badge: str = ""
    hint: str = ""
    icon: ItemPreview | None = None


@dataclass(frozen=True, slots=True)
class BoundButtons:
    """Node `buttons`: a row that wraps."""

    buttons: tuple[BoundButton, ...]


@dataclass(frozen=True, slots=True)
class BoundItemGroup:
    """One titled group of tiles."""

    title: str
    items: tuple[ItemPreview, ...]
    notes: tuple[str, ...]
    """One translated note an item, possibly empty."""


@dataclass(frozen=True, slots=True)
class BoundItems:
    """Node `items`: groups of item tiles with name, amount and what is there already."""

    groups: tuple[BoundItemGroup, ...]


@dataclass(frozen=True, slots=True)
class BoundRow:
    """One row of `quest_list`.

    Attributes:
        title, chapter: Styled.
        line: State in words, translated.
        fraction: 0 to 1, or -1 where nothing can be counted.
        state: Decides the mark (word and shape, never colour alone).
    """

    choice: BoundChoice
    icon: ItemPreview
    title: Line
    chapter: Line
    line: str
    fraction: float
    state: QuestState


@dataclass(frozen=True, slots=True)
class BoundQuestList:
    """Node `quest_list`: the rows of the visible page and the page control."""

    rows: tuple[BoundRow, ...]
    page: int
    """From 0."""
    pages: int
    empty: str = ""
    """What to say when there is no row."""


@dataclass(frozen=True, slots=True)
class BoundLine:
    """One row of `choices`: number, what to say, what it does."""

    choice: BoundChoice
    detail: str


@dataclass(frozen=True, slots=True)
class BoundChoices:
    """Node `choices`: numbered sentences or candidates, as in *help*; pages like a list."""

    lines: tuple[BoundLine, ...]
    page: int = 0
    pages: int = 1


BoundNode = BoundText | BoundHeading | BoundButtons | BoundItems | BoundQuestList | BoundChoices


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as one variant shows it.

    Attributes:
        ref: Which message of which card.
        title: Plain; the accessible name of the card.
        nodes: Top to bottom.
        footer: Buttons at the foot of a notification or compact card.
        choices: The numbered rows of the visible page.
        buttons: Every enabled button, for spoken words.
        page, pages: Of the paged node, from 0; `pages` is 1 without one.
        plain: The card as lines of text.
        spoken: What is said aloud, made for the ear.
        fault: Why the template was not used, for the log; empty when it was.
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
    spoken: tuple[str, ...]
    fault: str = ""

    @property
    def is_message(self) -> bool:
        """Whether it is one plain text and nothing to press: a chat message, not a card."""
        only_text = len(self.nodes) == 1 and isinstance(self.nodes[0], BoundText)
        return only_text and not self.buttons and not self.choices
