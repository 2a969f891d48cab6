"""Drawing cards to files: the part of `render` and `gallery` that needs Qt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QThread

from companion.cards.library import CardLibrary
from companion.cards.view import CardView, Variant
from companion.games.icons.textures import ItemTextures
from companion.protocol.cards.catalog import CardData
from companion.ui.application import open_application
from companion.ui.card_pictures import card_picture, sample_view
from companion.ui.item_textures import GameIcons, end_game, show_game
from companion.ui.pictures import save

TEXTURES_DEADLINE_MS = 20_000


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a card is drawn.

    Attributes:
        size: Text size, 0.8 to 2.
    """

    variant: Variant
    locale: str
    theme: str
    size: float = 1.0


def draw(
    data: CardData,
    library: CardLibrary,
    drawing: Drawing,
    path: Path,
    width: int = 0,
    game: Path | None = None,
) -> str:
    """Draw a card into a PNG.

    Args:
        data: The card.
        library: Templates and texts of the drawing's language.
        drawing: Variant and look.
        path: Where to.
        width: Pixels of the card; 0 for the width of its variant.
        game: Minecraft folder whose textures are shown.

    Returns:
        Why the card was shown without its template; empty when it was shown in it.

    Raises:
        OSError: The file cannot be written.
    """
    application = open_application(drawing.locale, drawing.theme, drawing.size)
    if game is not None:
        show_game(application, ItemTextures(game))
    view = sample_view(data, library, drawing.variant)
    picture = card_picture(view, library, width=width)
    if (icons := application.findChild(GameIcons)) is not None:
        _wait_for_textures(icons)
        picture = card_picture(view, library, width=width)
        end_game(application)
    save(picture, path)
    return view.fault


def drawn_view(data: CardData, library: CardLibrary, drawing: Drawing) -> CardView:
    """The view that a drawing shows."""
    return sample_view(data, library, drawing.variant)


def _wait_for_textures(icons: GameIcons) -> None:
    """Wait until what was asked for has been looked for."""
    deadline = QDeadlineTimer(TEXTURES_DEADLINE_MS)
    while icons.is_waiting and not deadline.hasExpired():
        QCoreApplication.processEvents()
        QThread.msleep(5)
