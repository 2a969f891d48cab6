"""Pictures of cards, on any platform, also without a screen. GUI thread."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from companion.cards.library import CardLibrary
from companion.cards.view import CardView, Variant
from companion.cards.view_builder import CardSource, build_view
from companion.cards.view_state import CardViewState
from companion.client.commands import ClientCommands
from companion.client.no_commands import NoCommands
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.ref import CardRef
from companion.ui.cards.item_icons import ItemIcons
from companion.ui.cards.renderer import CardWidget
from companion.ui.cards.scope import CardScope
from companion.ui.item_textures import icons_of_the_game
from companion.ui.look import look
from companion.ui.overlay_panel import OverlayPanel
from companion.ui.overlay_place import Area, overlay_width
from companion.ui.pictures import grab, settle
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID

WIDTHS_PX: Mapping[Variant, int] = {
    Variant.FULL: 640,
    Variant.COMPACT: 400,
    Variant.NOTIFICATION: 400,
    Variant.PLAIN: 640,
}
"""How wide a card of a variant is in window and overlay, in text of the theme's own size."""
OVER_GAME = frozenset({Variant.COMPACT, Variant.NOTIFICATION})
SCREEN = Area(0, 0, 1920, 1080)
MARGIN_PX = 4 * GRID
SOME_REF = CardRef(UUID(int=1), 0)


def sample_view(
    data: CardData, library: CardLibrary, variant: Variant, state: CardViewState | None = None
) -> CardView:
    """A card as a variant shows it, outside of any conversation."""
    return build_view(CardSource(SOME_REF, data, state or CardViewState()), library, variant)


def usual_width(variant: Variant) -> int:
    """Pixels of a card beside a game on a usual screen: larger text gets more room there."""
    if variant in OVER_GAME:
        return overlay_width(look().scale, SCREEN)
    return WIDTHS_PX[variant]


def card_stage(
    view: CardView,
    library: CardLibrary,
    icons: ItemIcons | None = None,
    width: int = 0,
    commands: ClientCommands | None = None,
) -> QWidget:
    """A card on its ground, as high as it needs; the caller owns it.

    Args:
        view: What to show.
        library: Texts.
        icons: Pictures of items; those of the player's game when None.
        width: Pixels of the card; 0 for the width that its variant has in this text size.
        commands: Where presses go; nowhere when None.
    """
    scope = CardScope(
        view.ref,
        view.variant,
        commands or NoCommands(),
        library.translations,
        icons=icons or icons_of_the_game(),
    )
    over_game = view.variant is Variant.NOTIFICATION
    card = CardWidget(view, scope, framed=not over_game and not view.is_message)
    card.setFixedWidth(width or usual_width(view.variant))
    stage = QWidget()
    of_kind(stage, "stage")
    layout = QVBoxLayout(stage)
    layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
    layout.setContentsMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
    layout.addWidget(_panel(card) if over_game else card)
    fit(stage, layout)
    return stage


def fit(stage: QWidget, layout: QVBoxLayout) -> None:
    """Give a stage the size that its card needs."""
    stage.ensurePolished()
    for _ in range(3):  # texts learn their width first, and their height from it
        settle()
        width = layout.minimumSize().width()
        wraps = layout.hasHeightForWidth()  # a card of pictures alone does not
        height = layout.totalHeightForWidth(width) if wraps else layout.sizeHint().height()
        stage.resize(width, height)
        _lay_out(stage)


def _lay_out(widget: QWidget) -> None:
    """Give everything its place, as showing it would."""
    if (layout := widget.layout()) is not None:
        layout.activate()
    for child in widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        _lay_out(child)


def card_picture(
    view: CardView, library: CardLibrary, icons: ItemIcons | None = None, width: int = 0
) -> QImage:
    """A picture of a card; the arguments are those of `card_stage`."""
    stage = card_stage(view, library, icons, width)
    try:
        return grab(stage)
    finally:
        stage.deleteLater()
        QApplication.sendPostedEvents(stage, QEvent.Type.DeferredDelete)


def _panel(card: QWidget) -> OverlayPanel:
    panel = OverlayPanel("card_panel")
    panel.opaque = True
    panel.column.addWidget(card)
    return panel
