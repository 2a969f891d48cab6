"""Small pictures of the shipped cards, the same on every machine.

Letters are drawn with `tests/data/cards/boxes.ttf`, a font of our own in which every sign is the
same box: no picture depends on what is installed. `python -m tests.helpers.card_thumbnails` draws
the references anew; look at them before they are committed.
"""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Drawn:
    """One picture of a card.

    Attributes:
        name: Ending of the file's name; empty for the first.
        variants: Side by side.
    """

    name: str
    locale: str
    theme: str
    variants: tuple[Variant, ...]


USUAL = Drawn("", "en_us", "dark", (Variant.FULL, Variant.NOTIFICATION))
EVERY = (
    USUAL,
    Drawn(".light", "zh_cn", "light", (Variant.FULL, Variant.COMPACT)),
    Drawn(".contrast", "en_us", "high_contrast", (Variant.NOTIFICATION, Variant.PLAIN)),
)


def use_boxes(application: QApplication) -> None:
    """Draw all letters as boxes."""
    font = QFontDatabase.addApplicationFont(str(FOLDER / "boxes.ttf"))
    application.setFont(QFont(QFontDatabase.applicationFontFamilies(font)))


def thumbnail(name: str, drawn: Drawn = USUAL) -> QImage:
    """A card in some variants, side by side, in grey."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    wear(application, Look(load_theme(drawn.theme)))
    library = load_library(drawn.locale)
    sample = sample_called(name, drawn.locale)
    pictures = [
        card_picture(sample_view(sample.data, library, variant), library)
        for variant in drawn.variants
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


def sample_called(name: str, locale: str) -> CardSample:
    """The sample card of a name in a language."""
    return next(sample for sample in samples(locale) if sample.name == name)


def reference(name: str, drawn: Drawn = USUAL) -> Path:
    """Where the picture of a card lies."""
    return FOLDER / f"{name}{drawn.name}.png"


def main() -> None:
    """Draw all references anew."""
    use_boxes(open_application())
    for sample in samples("en_us"):
        for drawn in EVERY:
            thumbnail(sample.name, drawn).save(str(reference(sample.name, drawn)))


if __name__ == "__main__":
    main()
