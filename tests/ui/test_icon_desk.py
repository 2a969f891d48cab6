"""Cards show the player's own textures, else the server's icons, without anything built anew."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.app.icon_desk import IconDesk
from companion.cards.library import CardLibrary
from companion.client.orders import FetchIcon
from companion.client.state import EMPTY, ClientState
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.quest_detail import QuestOutput
from companion.support.settings import Settings
from companion.ui.bridge import StateBridge
from companion.ui.card_drawing import card_in_window
from companion.ui.item_textures import icons_of_the_game
from tests.helpers import ui_states as states
from tests.helpers.icons_game import BLUE, GREEN, RED, archive, game, png
from tests.helpers.ui_states import RecordingCommands

WAIT_MS = 60_000
CONNECTED = replace(EMPTY, server="srv", engine=states.engine())
MakeDesk = Callable[[], IconDesk]


@pytest.fixture
def bridge() -> StateBridge:
    return StateBridge()


@pytest.fixture
def make_desk(
    qapp: QApplication, commands: RecordingCommands, bridge: StateBridge, tmp_path: Path
) -> Iterator[MakeDesk]:
    made: list[IconDesk] = []

    def make() -> IconDesk:
        made.append(IconDesk(qapp, commands, bridge, tmp_path / "cache"))
        return made[-1]

    yield make
    assert all(desk.end() for desk in made)


def colour_of(name: str, qtbot: QtBot) -> QColor:
    """The colour of an item's picture, once it is there."""
    qtbot.waitUntil(lambda: icons_of_the_game().picture(name) is not None, timeout=WAIT_MS)
    picture = icons_of_the_game().picture(name)
    assert isinstance(picture, QImage)
    return picture.pixelColor(3, 3)


def quest_for(item: ItemPreview) -> QuestOutput:
    """A quest that asks for an item."""
    return msgspec.structs.replace(states.quest(), tasks=(item,), rewards=())


def has_colour(image: QImage, colour: tuple[int, int, int]) -> bool:
    """Whether a pixel of exactly that colour is drawn."""
    wanted = QColor(*colour).rgb()
    places = itertools.product(range(image.width()), range(image.height()))
    return any(image.pixel(x, y) == wanted for x, y in places)


def fetched(commands: RecordingCommands) -> list[str]:
    """The icons that were asked of the server."""
    orders = [call[1] for call in commands.calls if call[0] == "order"]
    return [order.asset for order in orders if isinstance(order, FetchIcon)]


def came(state: ClientState, name: str) -> ClientState:
    """The state once the server's icon is here."""
    return replace(state, icons={name: png(16, 16, GREEN)})


def test_a_card_shows_the_textures_of_the_players_own_folder(
    make_desk: MakeDesk,
    library: CardLibrary,
    commands: RecordingCommands,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    make_desk().use(Settings(instance=str(game(tmp_path / "game"))))
    quest = quest_for(ItemPreview("minecraft:apple", "Apple", count=3))
    card = card_in_window(states.live(1, quest), library, commands)
    qtbot.addWidget(card)
    card.resize(500, 400)
    qtbot.waitUntil(lambda: has_colour(card.grab().toImage(), RED), timeout=WAIT_MS)

    assert fetched(commands) == []


def test_what_the_folder_lacks_comes_from_the_server(
    make_desk: MakeDesk, bridge: StateBridge, commands: RecordingCommands, qtbot: QtBot
) -> None:
    make_desk().use(Settings())
    bridge.state_changed.emit(CONNECTED)
    icons_of_the_game().picture("mod:gear")
    qtbot.waitUntil(lambda: fetched(commands) == ["mod:gear"], timeout=WAIT_MS)
    bridge.state_changed.emit(came(CONNECTED, "mod:gear"))

    assert colour_of("mod:gear", qtbot) == QColor(*GREEN)


def test_a_servers_icon_is_asked_for_once_in_all_starts(
    make_desk: MakeDesk, bridge: StateBridge, commands: RecordingCommands, qtbot: QtBot
) -> None:
    first = make_desk()
    first.use(Settings())
    bridge.state_changed.emit(CONNECTED)
    icons_of_the_game().picture("mod:gear")
    qtbot.waitUntil(lambda: len(fetched(commands)) == 1, timeout=WAIT_MS)
    bridge.state_changed.emit(came(CONNECTED, "mod:gear"))
    colour_of("mod:gear", qtbot)
    bridge.state_changed.disconnect(first._follow)
    first.end()
    make_desk().use(Settings())
    bridge.state_changed.emit(CONNECTED)

    assert colour_of("mod:gear", qtbot) == QColor(*GREEN)
    assert fetched(commands) == ["mod:gear"]


def test_another_connection_is_asked_for_what_did_not_come(
    make_desk: MakeDesk, bridge: StateBridge, commands: RecordingCommands, qtbot: QtBot
) -> None:
    make_desk().use(Settings())
    bridge.state_changed.emit(CONNECTED)
    icons_of_the_game().picture("mod:gear")
    qtbot.waitUntil(lambda: len(fetched(commands)) == 1, timeout=WAIT_MS)
    bridge.state_changed.emit(replace(CONNECTED, engine=None))
    bridge.state_changed.emit(CONNECTED)

    assert fetched(commands) == ["mod:gear", "mod:gear"]


def test_the_embedded_engine_is_not_asked_for_the_same_folder(
    make_desk: MakeDesk,
    bridge: StateBridge,
    commands: RecordingCommands,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    make_desk().use(Settings(instance=str(game(tmp_path / "game"))))
    bridge.state_changed.emit(replace(CONNECTED, server=""))
    icons_of_the_game().picture("mod:gear")
    colour_of("minecraft:apple", qtbot)

    assert fetched(commands) == []


def test_another_folder_is_shown_by_the_cards_that_are_there(
    make_desk: MakeDesk, tmp_path: Path, qtbot: QtBot
) -> None:
    desk = make_desk()
    desk.use(Settings(instance=str(game(tmp_path / "game"))))
    before, icons = colour_of("minecraft:apple", qtbot), icons_of_the_game()
    other = {"assets/minecraft/textures/item/apple.png": png(16, 16, BLUE)}
    archive(tmp_path / "other/mods/blue.jar", other)
    with qtbot.waitSignal(icons.arrived, timeout=WAIT_MS):
        desk.use(Settings(instance=str(tmp_path / "other")))

    assert (before, colour_of("minecraft:apple", qtbot)) == (QColor(*RED), QColor(*BLUE))
    assert icons_of_the_game() is icons


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"GIF89a" + bytes(60), id="no PNG"),
        pytest.param(png(16, 16, GREEN)[:50], id="cut short"),
        pytest.param(png(2_000, 1, GREEN), id="too wide"),
    ],
)
def test_what_a_server_sends_instead_of_a_picture_shows_letters(
    make_desk: MakeDesk,
    bridge: StateBridge,
    commands: RecordingCommands,
    data: bytes,
    qtbot: QtBot,
) -> None:
    make_desk().use(Settings())
    bridge.state_changed.emit(CONNECTED)
    icons_of_the_game().picture("mod:gear")
    qtbot.waitUntil(lambda: len(fetched(commands)) == 1, timeout=WAIT_MS)
    sent = {"mod:gear": data}
    icons_of_the_game().picture("mod:good")
    qtbot.waitUntil(lambda: len(fetched(commands)) == 2, timeout=WAIT_MS)
    bridge.state_changed.emit(replace(CONNECTED, icons=sent))
    bridge.state_changed.emit(came(CONNECTED, "mod:good"))

    assert colour_of("mod:good", qtbot) == QColor(*GREEN)
    assert icons_of_the_game().picture("mod:gear") is None
