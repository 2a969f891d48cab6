"""Small pictures of the shipped cards, the same on every machine.

Letters are drawn with `tests/data/cards/boxes.ttf`, a font of our own in which every sign is the
same box: no picture depends on what is installed. `python -m tests.helpers.card_thumbnails` draws
the references anew; look at them before they are committed.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontDatabase, QImage, QPainter
from PySide6.QtWidgets import QApplication

from companion.cards.library import load_library
from companion.cards.samples import CardSample, samples
from companion.cards.theme import load_theme
from companion.cards.view import Variant
from companion.ui.application import open_application, wear
from companion.ui.card_pictures import card_picture, sample_view
from companion.ui.look import Look

FOLDER = Path(__file__).parents[1] / "data" / "cards"
SHRUNK = 8
"""Pixels of a card that become one of its thumbnail."""
BLOCK = 4
DRAWN = (Variant.FULL, Variant.NOTIFICATION)


def use_boxes(application: QApplication) -> None:
    """Draw all letters as boxes, in the default look."""
    font = QFontDatabase.addApplicationFont(str(FOLDER / "boxes.ttf"))
    application.setFont(QFont(QFontDatabase.applicationFontFamilies(font)))
    wear(application, Look(load_theme()))


def thumbnail(sample: CardSample, locale: str = "en_us") -> QImage:
    """A card in the window and over the game, side by side, in grey."""
    library = load_library(locale)
    pictures = [
        card_picture(sample_view(sample.data, library, variant), library) for variant in DRAWN
    ]
    small = [
        picture.scaled(
            picture.width() // SHRUNK,
            picture.height() // SHRUNK,
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        for picture in pictures
    ]
    width, height = sum(part.width() for part in small), max(part.height() for part in small)
    whole = QImage(width, height, QImage.Format.Format_Grayscale8)
    whole.fill(0)
    painter = QPainter(whole)
    left = 0
    for part in small:
        painter.drawImage(left, 0, part)
        left += part.width()
    painter.end()
    return whole


def difference(first: QImage, second: QImage) -> int:
    """How far two pictures are apart where they are farthest: steps of grey, 0 to 255.

    Compared are means of `BLOCK` by `BLOCK` pixels, so that the rounding of an edge is little and a
    lost word, icon or button is much.
    """
    width = min(first.width(), second.width())
    height = min(first.height(), second.height())
    apart = first.copy(0, 0, width, height).convertToFormat(QImage.Format.Format_RGB32)
    painter = QPainter(apart)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
    painter.drawImage(0, 0, second)
    painter.end()
    blocks = apart.scaled(
        max(1, width // BLOCK),
        max(1, height // BLOCK),
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    places = ((x, y) for x in range(blocks.width()) for y in range(blocks.height()))
    return max(blocks.pixel(x, y) & 0xFF for x, y in places)


def reference(name: str) -> Path:
    """Where the picture of a card lies."""
    return FOLDER / f"{name}.png"


def main() -> None:
    """Draw all references anew."""
    use_boxes(open_application())
    for sample in samples("en_us"):
        thumbnail(sample).save(str(reference(sample.name)))


if __name__ == "__main__":
    main()
