"""What every widget of one card knows about the card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from companion.cards.view import BoundNode, Variant
from companion.cards.view_state import changes_view
from companion.client.commands import ClientCommands
from companion.language.translations import Translations
from companion.protocol.cards.builder import Action, ServerAction
from companion.protocol.cards.ref import CardRef
from companion.ui.cards.item_icons import ItemIcons, NoIcons

DrawNode = Callable[[BoundNode, "CardScope"], QWidget | None]


def _nothing(node: BoundNode, scope: CardScope) -> None:
    """For a node outside of any card."""
    del node, scope


@dataclass(frozen=True, slots=True)
class CardScope:
    """The card around a node's widget.

    Attributes:
        commands: Where presses go.
        live: False for a card that is only kept to be read.
        waiting: A server action of the card is under way: others are not offered (NOTE-004).
        keyboard: False in the overlay, which never takes the focus.
        icons: Pictures of items.
        draw: Makes the widget of a node inside a node; the card sets it.
        parent: Where nodes will stand; a widget that is made there need not be moved, which costs
            as much as making it. The card sets it.
    """

    ref: CardRef
    variant: Variant
    commands: ClientCommands
    translations: Translations
    live: bool = True
    waiting: bool = False
    keyboard: bool = True
    icons: ItemIcons = field(default_factory=NoIcons)
    draw: DrawNode = _nothing
    parent: QWidget | None = None

    @property
    def compact(self) -> bool:
        """Whether room is short."""
        return self.variant in (Variant.COMPACT, Variant.NOTIFICATION)

    @property
    def focus_policy(self) -> Qt.FocusPolicy:
        """Of everything that can be pressed."""
        return Qt.FocusPolicy.StrongFocus if self.keyboard else Qt.FocusPolicy.NoFocus

    def text(self, key: str, **values: str) -> str:
        """A text in the player's language."""
        return self.translations.text(key, **values)

    def offers(self, action: Action) -> bool:
        """Whether an action can be pressed now.

        What only changes the view can, also on a card that is kept to be read; other local ones
        also while the card waits.
        """
        if changes_view(action):
            return True
        return self.live and not (self.waiting and isinstance(action, ServerAction))

    def press(self, action: Action) -> None:
        """A button or row was pressed."""
        self.commands.press(self.ref, action)

    def turn(self, page: int) -> None:
        """Another page is wanted."""
        self.commands.turn_page(self.ref, page)
