"""The settings dialog reports changes and hands keys on; it stores nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSlider,
    QStackedWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from companion.cards.library import CardLibrary
from companion.client.bindings import BINDINGS
from companion.support.errors import Failure
from companion.support.secrets import DASHSCOPE_API_KEY, Source
from companion.support.settings import Capture, Settings
from companion.ui.settings.deeds import Deeds
from companion.ui.settings.dialog import PAGES, SettingsDialog, SettingsPage
from tests.helpers.ui_look import find, texts

LEFT = Qt.MouseButton.LeftButton


class Opened:
    """A dialog and what it reported."""

    def __init__(self, page: SettingsPage, library: CardLibrary) -> None:
        self.changes: list[Settings] = []
        self.secrets: list[tuple[str, str]] = []
        self.dialog = SettingsDialog(
            page,
            library.translations,
            self.changes.append,
            lambda name, value: self.secrets.append((name, value)),
        )
        self.dialog.show()


@pytest.fixture
def opened(library: CardLibrary) -> Iterator[Callable[[SettingsPage], Opened]]:
    dialogs: list[SettingsDialog] = []

    def open_one(page: SettingsPage) -> Opened:
        one = Opened(page, library)
        dialogs.append(one.dialog)
        return one

    yield open_one
    for dialog in dialogs:
        dialog.deleteLater()
    dialogs.clear()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


Open = Callable[[SettingsPage], Opened]


def test_opening_it_changes_nothing(opened: Open) -> None:
    assert opened(SettingsPage(Settings(volume=30))).changes == []


def test_each_change_is_reported_with_all_settings(opened: Open) -> None:
    one = opened(SettingsPage(Settings(instance="/a", volume=30)))
    find(one.dialog, "setting:volume", QSlider).setValue(55)
    find(one.dialog, "setting:send_on_release", QCheckBox).setChecked(False)

    assert one.changes[-1] == Settings(instance="/a", volume=55, send_on_release=False)


@pytest.mark.behaviour("NARR-015")
def test_the_speech_page_switches_the_telling_of_quests(opened: Open) -> None:
    one = opened(SettingsPage(Settings()))
    find(one.dialog, "setting:narration", QCheckBox).setChecked(False)
    assert one.changes[-1] == Settings(narration=False)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        pytest.param("locale", "zh_cn", {"locale": "zh_cn"}, id="language"),
        pytest.param("talk_key", "F9", {"talk_key": "F9"}, id="talk key"),
        pytest.param("recognizer", "offline", {"recognizer": "offline"}, id="ears"),
        pytest.param("synthesizer", "none", {"synthesizer": "none"}, id="voice"),
        pytest.param("capture", "on_press", {"capture": Capture.ON_PRESS}, id="capture"),
    ],
)
def test_a_choice_is_reported_by_its_value(
    opened: Open, qtbot: QtBot, name: str, value: str, expected: dict[str, object]
) -> None:
    one = opened(SettingsPage(Settings()))
    box = find(one.dialog, f"setting:{name}", QComboBox)
    while box.currentData() != value:
        before = box.currentIndex()
        qtbot.keyClick(box, Qt.Key.Key_Down)
        if box.currentIndex() == before:
            box.setCurrentIndex(0)

    assert one.changes[-1] == Settings(**expected)  # type: ignore[arg-type]


NO_CONTROL = {
    "overlay_places": "the button that puts the overlay back",
}


@pytest.mark.behaviour("SET-032")
@pytest.mark.parametrize("name", [n for n in Settings.__struct_fields__ if n not in NO_CONTROL])
def test_every_setting_has_a_control(opened: Open, name: str) -> None:
    dialog = opened(SettingsPage(Settings())).dialog
    names = {child.objectName() for child in dialog.findChildren(QWidget)}
    assert any(n == f"setting:{name}" or n.startswith(f"setting:{name}:") for n in names)


def test_no_page_shows_a_key_instead_of_words(opened: Open) -> None:
    dialog = opened(SettingsPage(Settings())).dialog
    shown = texts(dialog) + [
        box.itemText(n) for box in dialog.findChildren(QComboBox) for n in range(box.count())
    ]
    assert [text for text in shown if "ui.settings." in text] == []


@pytest.mark.behaviour("TTS-012")
def test_the_speech_page_keeps_each_change_by_itself(opened: Open) -> None:
    one = opened(SettingsPage(Settings()))
    page = find(one.dialog, "setting:volume", QSlider).window().findChild(QStackedWidget)
    speech = page.widget(PAGES.index("speech"))
    buttons = {button.objectName() for button in speech.findChildren(QPushButton)}
    assert {name for name in buttons if not name.startswith("order:")} == set()
    find(speech, "setting:speech_cache_mib", QDoubleSpinBox).setValue(32)
    assert one.changes[-1] == Settings(speech_cache_mib=32)


def test_every_page_can_be_reached_by_the_keyboard(opened: Open, qtbot: QtBot) -> None:
    dialog = opened(SettingsPage(Settings())).dialog
    pages, stack = find(dialog, "settings_pages", QListWidget), dialog.findChild(QStackedWidget)
    seen = [stack.currentIndex()]
    for _ in range(1, pages.count()):
        qtbot.keyClick(pages, Qt.Key.Key_Down)
        seen.append(stack.currentIndex())
    assert seen == list(range(len(PAGES)))


def test_devices_are_put_into_the_players_order(opened: Open, qtbot: QtBot) -> None:
    one = opened(SettingsPage(Settings(microphones=("Headset",))))
    one.dialog.devices_known(("Headset", "Webcam"), ())
    add = find(one.dialog, "order:microphones:add", QComboBox)
    add.activated.emit(add.findData("Webcam"))
    qtbot.mouseClick(find(one.dialog, "order:microphones:up"), LEFT)

    assert [change.microphones for change in one.changes] == [
        ("Headset", "Webcam"),
        ("Webcam", "Headset"),
    ]


def test_each_lane_has_its_own_loudness(opened: Open) -> None:
    one = opened(SettingsPage(Settings(lane_volumes={"notice": 40})))
    find(one.dialog, "setting:lane_volumes:quest", QSlider).setValue(70)

    assert one.changes[-1].lane_volumes == {"notice": 40, "quest": 70}


def test_the_line_below_a_provider_says_what_it_can(opened: Open) -> None:
    dialog = opened(SettingsPage(Settings())).dialog
    box = find(dialog, "setting:synthesizer", QComboBox)
    said = []
    for name in ("offline", "qwen_audio", "none"):
        box.activated.emit(box.findData(name))
        said.append(find(dialog, "setting:synthesizer:abilities", QLabel).text())

    assert said[0].startswith("costs nothing")
    assert "designed voices" in said[1]
    assert "not spoken" in said[2]


def test_the_check_says_its_price_before_it_is_done(opened: Open, qtbot: QtBot) -> None:
    told: list[str] = []
    deeds = Deeds(offer=lambda: told.append("offer"), verify=lambda: told.append("verify"))
    dialog = opened(SettingsPage(Settings(), deeds=deeds)).dialog
    button = find(dialog, "setting:verify", QPushButton)
    qtbot.mouseClick(button, LEFT)
    before_the_price = list(told)
    qtbot.mouseClick(button, LEFT)  # disabled until the price is there
    dialog.check_offered("Ears: free.")
    qtbot.mouseClick(button, LEFT)
    dialog.check_told("It works.", is_well=True)

    assert (before_the_price, told) == (["offer"], ["offer", "verify"])
    assert find(dialog, "setting:verify_answer", QLabel).text() == "It works."


def test_a_text_is_reported_when_the_field_is_left(opened: Open, qtbot: QtBot) -> None:
    one = opened(SettingsPage(Settings()))
    field = find(one.dialog, "setting:instance", QLineEdit)
    qtbot.keyClicks(field, " /games/pack ")
    while_typing = list(one.changes)
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert while_typing == []
    assert one.changes == [Settings(instance="/games/pack")]


def test_a_key_is_typed_unseen_and_handed_on(opened: Open, qtbot: QtBot) -> None:
    one = opened(SettingsPage(Settings()))
    field = find(one.dialog, f"setting:{DASHSCOPE_API_KEY}", QLineEdit)
    qtbot.keyClicks(field, "sk-1")
    qtbot.mouseClick(find(one.dialog, "setting:save_secrets"), LEFT)

    assert field.displayText() != "sk-1"
    assert one.secrets == [(DASHSCOPE_API_KEY, "sk-1")]
    assert one.changes == []


def test_a_stored_key_is_forgotten_by_the_dialog(opened: Open, qtbot: QtBot) -> None:
    one = opened(SettingsPage(Settings()))
    field = find(one.dialog, f"setting:{DASHSCOPE_API_KEY}", QLineEdit)
    qtbot.keyClicks(field, "sk-1")
    qtbot.mouseClick(find(one.dialog, "setting:save_secrets"), LEFT)
    one.dialog.secret_stored(DASHSCOPE_API_KEY, Source.KEYRING)

    assert field.text() == ""
    assert field.placeholderText() == "from the keyring"


def test_learning_where_a_key_comes_from_leaves_what_is_typed(opened: Open, qtbot: QtBot) -> None:
    one = opened(SettingsPage(Settings()))
    field = find(one.dialog, f"setting:{DASHSCOPE_API_KEY}", QLineEdit)
    qtbot.keyClicks(field, "sk-1")
    qtbot.mouseClick(find(one.dialog, "setting:save_secrets"), LEFT)
    one.dialog.secret_known(DASHSCOPE_API_KEY, Source.NOWHERE)

    assert field.text() == "sk-1"
    assert find(one.dialog, "setting:secret_answer", QLabel).text() == "Saving …"


def test_a_closed_dialog_is_gone(library: CardLibrary, qtbot: QtBot) -> None:
    one = Opened(SettingsPage(Settings()), library)
    with qtbot.waitSignal(one.dialog.destroyed):
        one.dialog.reject()

    assert one.changes == []


def test_without_a_keyring_the_key_is_refused_with_the_sentence(
    opened: Open, qtbot: QtBot, library: CardLibrary
) -> None:
    one = opened(SettingsPage(Settings()))
    field = find(one.dialog, f"setting:{DASHSCOPE_API_KEY}", QLineEdit)
    qtbot.keyClicks(field, "sk-1")
    one.dialog.secret_refused(DASHSCOPE_API_KEY, Failure.NO_KEYRING)

    answer = find(one.dialog, "setting:secret_answer", QLabel).text()
    assert answer == library.translations.text("failure.no_keyring", detail=DASHSCOPE_API_KEY)
    assert field.text() == "sk-1"


def test_known_keys_are_shown_by_where_they_come_from(opened: Open) -> None:
    page = SettingsPage(Settings(), sources={DASHSCOPE_API_KEY: Source.ENVIRONMENT})
    field = find(opened(page).dialog, f"setting:{DASHSCOPE_API_KEY}", QLineEdit)

    assert field.placeholderText() == "from the environment variable"


def test_a_broken_settings_file_is_told(opened: Open) -> None:
    told = [
        "damaged" in " ".join(texts(opened(SettingsPage(Settings(), writable=writable)).dialog))
        for writable in (True, False)
    ]
    assert told == [False, True]


def test_every_field_has_a_name_for_screen_readers(opened: Open) -> None:
    dialog = opened(SettingsPage(Settings())).dialog
    fields = [
        *dialog.findChildren(QLineEdit),
        *dialog.findChildren(QComboBox),
        *dialog.findChildren(QSlider),
    ]
    unnamed = [
        f.objectName()
        for f in fields
        if f.objectName().startswith("setting:") and not f.accessibleName()
    ]
    assert len(fields) > 10
    assert unnamed == []


@pytest.mark.behaviour("CLIENT-055")
def test_every_key_is_listed_with_its_usual_one(opened: Open) -> None:
    dialog = opened(SettingsPage(Settings(talk_key="Mouse4"))).dialog
    listed = {one.name: find(dialog, f"binding:{one.name}", QLabel).text() for one in BINDINGS}

    assert listed["talk_key"] == "Mouse4 · usual: F8"
    assert listed["leave"] == "Escape"
    chosen = {name for name in Settings.__struct_fields__ if name.endswith("_key")} - {
        "nls_app_key"
    }
    assert chosen == {one.name for one in BINDINGS if one.is_chosen}
