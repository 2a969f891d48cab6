"""Pictures of items beside the GUI thread."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from companion.games.icons.textures import ItemTextures
from companion.ui.item_textures import GameIcons, first_frame
from tests.helpers.icons_game import BLUE, GREEN, RED, game, png

DEADLINE_MS = 60_000


@pytest.fixture
def icons(tmp_path: Path) -> Iterator[GameIcons]:
    icons = GameIcons(ItemTextures(game(tmp_path)))
    yield icons
    icons.stop()


def test_a_picture_arrives_after_it_was_asked_for(icons: GameIcons, qtbot: QtBot) -> None:
    at_once = icons.picture("minecraft:apple")
    qtbot.waitUntil(lambda: icons.picture("minecraft:apple") is not None, timeout=DEADLINE_MS)

    picture = icons.picture("minecraft:apple")
    assert at_once is None
    assert isinstance(picture, QImage)
    assert (picture.width(), picture.pixelColor(3, 3)) == (16, QColor(*RED))


def test_its_coming_is_told(icons: GameIcons, qtbot: QtBot) -> None:
    with qtbot.waitSignal(icons.arrived, timeout=DEADLINE_MS):
        icons.texture("minecraft:block/hot")

    assert icons.texture("minecraft:block/hot") is not None


def test_an_item_without_a_picture_is_looked_for_once(icons: GameIcons, qtbot: QtBot) -> None:
    icons.picture("nobody:thing")
    icons.picture("minecraft:apple")
    qtbot.waitUntil(lambda: icons.picture("minecraft:apple") is not None, timeout=DEADLINE_MS)

    assert icons.picture("nobody:thing") is None
    assert not icons.is_waiting


def test_a_strip_shows_its_first_frame() -> None:
    picture = first_frame(png(16, 64, BLUE, GREEN, RED, GREEN))

    assert picture is not None
    assert (picture.width(), picture.height()) == (16, 16)
    assert picture.pixelColor(8, 15) == QColor(*BLUE)


def test_what_cannot_be_decoded_is_no_picture() -> None:
    assert first_frame(png(16, 16)[:60]) is None
