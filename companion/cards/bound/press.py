"""What can be pressed on a bound card: buttons, numbered rows, categories."""

from __future__ import annotations

from dataclasses import dataclass

from companion.protocol.cards.builder import Action, ServerAction


@dataclass(frozen=True, slots=True)
class BoundButton:
    """A button with its words.

    Attributes:
        id: Unique within the card; `objectName` of the widget is `button:<id>`.
        label: In the player's language.
        enabled: False while a server action waits, or for a page control that leads nowhere.
        label_key: Key of the label, by which spoken synonyms are found; empty for literal text.
        number: What "the second one" presses on a card without numbered rows; 0 for none.
    """

    id: str
    label: str
    action: Action
    primary: bool = False
    enabled: bool = True
    label_key: str = ""
    number: int = 0


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
class BoundCategory:
    """One of the buttons above a paged node that pick what it shows.

    Attributes:
        id: Of the category.
        count: Entries in it.
        selected: Whether it is the one that is seen.
        button: Local; its label is "Recipes (3)", disabled where there is nothing (ITEM-031).
    """

    id: str
    label: str
    count: int
    selected: bool
    button: BoundButton
