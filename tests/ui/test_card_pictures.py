"""The shipped cards look as they looked when somebody last looked at them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from companion.cards.samples import samples
from companion.ui.application import open_application
from tests.helpers.card_thumbnails import (
    EVERY,
    FOLDER,
    Drawn,
    difference,
    reference,
    thumbnail,
    use_boxes,
)

MOST_DIFFERENCE = 12
"""Steps of grey, of 255: other edges stay below 4, a button or a word that is gone is above 20."""
MOST_ROWS = 1
NAMES = [sample.name for sample in samples("en_us")]


@pytest.fixture(autouse=True)
def boxes(qapp: QApplication) -> Iterator[None]:
    use_boxes(qapp)
    yield
    open_application()


@pytest.mark.parametrize("how", EVERY, ids=lambda how: f"{how.locale}-{how.theme}")
@pytest.mark.parametrize("name", NAMES)
def test_a_card_looks_as_in_its_reference(name: str, how: Drawn) -> None:
    kept, drawn = QImage(str(reference(name, how))), thumbnail(name, how)

    assert not kept.isNull(), "draw it: python -m tests.helpers.card_thumbnails"
    assert kept.width() == drawn.width()
    assert abs(kept.height() - drawn.height()) <= MOST_ROWS
    assert difference(kept, drawn) <= MOST_DIFFERENCE


def test_there_is_no_reference_without_a_card() -> None:
    wanted = {reference(name, how).name for name in NAMES for how in EVERY}
    assert {file.name for file in FOLDER.glob("*.png")} == wanted


def test_a_card_that_changed_is_noticed() -> None:
    apart = difference(thumbnail("quest_list"), thumbnail("quest_list_unlocked"))

    assert apart > MOST_DIFFERENCE


def test_a_missing_button_is_noticed() -> None:
    drawn = thumbnail("shop_quote")
    without = drawn.copy()
    painter = QPainter(without)
    painter.fillRect(2, without.height() - 10, 12, 8, QColor("#181e26"))
    painter.end()

    assert difference(drawn, without) > MOST_DIFFERENCE
