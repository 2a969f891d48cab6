"""The first start: each step can be done, passed over, gone back to, and left to be resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QSlider
from pytestqt.qtbot import QtBot

from companion.cards.library import CardLibrary
from companion.client.first_start.launchers import FoundGame
from companion.client.first_start.steps import DONE, STEPS, Step
from companion.client.navigation import PageName
from companion.client.orders import GoTo, PairByName
from companion.client.pairing import PairingPhase, PairingState
from companion.client.servers_view import ServersView
from companion.client.state import EMPTY, ClientState, Health, Part, Trouble
from companion.support.errors import Failure
from companion.support.secrets import DASHSCOPE_API_KEY, Source
from companion.support.settings import Settings
from companion.ui.main_window import MainWindow
from companion.ui.pages.first_start.page import FirstStartPage
from companion.ui.settings.choice_box import ChoiceBox
from companion.ui.shots import samples
from tests.helpers.first_start import StartingDesk
from tests.helpers.ui_look import find, texts
from tests.helpers.ui_states import RecordingCommands

LEFT = Qt.MouseButton.LeftButton
GAMES = (
    FoundGame("ATM", "CurseForge", "/games/atm", has_quests=True),
    FoundGame("Own", "Minecraft", "/games/own", has_quests=False),
)


class Started:
    """The window at a step, and what it asked."""

    def __init__(self, library: CardLibrary, commands: RecordingCommands, step: Step) -> None:
        self.desk = StartingDesk(Settings(first_start=step.value))
        self.commands = commands
        self.window = MainWindow(library, commands, self.desk)
        self.window.show()
        self.window.show_page(PageName.FIRST_START)

    @property
    def page(self) -> FirstStartPage:
        return find(self.window, "page:first_start", FirstStartPage)

    @property
    def settings(self) -> Settings:
        return self.desk.start.settings

    def press(self, name: str) -> None:
        find(self.page, name, QPushButton).click()

    def says(self, name: str) -> str:
        return find(self.page, name, QLabel).text()

    @property
    def onward(self) -> str:
        return find(self.page, "first:next", QPushButton).text()


Begin = Callable[[Step], Started]


@pytest.fixture
def begin(library: CardLibrary, commands: RecordingCommands, qtbot: QtBot) -> Iterator[Begin]:
    begun: list[Started] = []

    def begin_one(step: Step) -> Started:
        begun.append(Started(library, commands, step))
        qtbot.waitExposed(begun[-1].window)
        return begun[-1]

    yield begin_one
    for one in begun:
        one.window.close()
        one.window.deleteLater()
        one.desk.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_every_step_can_be_passed_over_by_the_keyboard_alone(begin: Begin, qtbot: QtBot) -> None:
    one, seen = begin(Step.LANGUAGE), []
    for _ in STEPS:
        seen.append(one.page.step)
        qtbot.keyClick(one.window.focusWidget(), Qt.Key.Key_Space)

    assert tuple(seen) == STEPS
    assert one.settings.first_start == DONE
    assert one.window.page is PageName.CHAT


def test_it_goes_back_step_by_step(begin: Begin) -> None:
    one, seen = begin(Step.READY), []
    while find(one.page, "first:back", QPushButton).isVisible():
        one.press("first:back")
        seen.append(one.page.step)

    assert tuple(reversed(seen)) == STEPS[:-1]


def test_leaving_in_the_middle_remembers_the_step(begin: Begin, qtbot: QtBot) -> None:
    one = begin(Step.KEY)
    one.press("first:next")
    qtbot.mouseClick(find(one.page, "page:back"), LEFT)

    assert one.settings.first_start == Step.SPEECH
    one.window.show_page(PageName.FIRST_START)
    assert one.page.step is Step.SPEECH


def test_the_rest_can_be_skipped_at_once(begin: Begin) -> None:
    one = begin(Step.MICROPHONE)
    one.press("first:end")

    assert (one.settings.first_start, one.window.page) == (DONE, PageName.CHAT)


@pytest.mark.parametrize("step", STEPS, ids=[step.value for step in STEPS])
def test_the_track_says_how_far_it_is(begin: Begin, step: Step) -> None:
    name = find(begin(step).page, "first:track").accessibleName()
    assert name.startswith(f"Step {STEPS.index(step) + 1} of {len(STEPS)} · ")


def test_language_theme_and_size_are_chosen_at_once(begin: Begin) -> None:
    one = begin(Step.LANGUAGE)
    one.press("first:locale:zh_cn")
    one.press("first:theme:light")
    find(one.page, "first:text_size", QSlider).setValue(140)

    chosen = one.settings
    assert (chosen.locale, chosen.theme, chosen.text_size) == ("zh_cn", "light", 140)


def test_another_language_keeps_the_step(begin: Begin, library: CardLibrary) -> None:
    one = begin(Step.GAME)
    one.window.use_library(library)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    assert one.window.page is PageName.FIRST_START
    assert find(one.window, "first:track").accessibleName().startswith("Step 6")


def test_a_sentence_is_asked_and_its_card_is_shown_in_place(begin: Begin) -> None:
    one = begin(Step.TRY)
    one.press("first:say:quests")
    one.window.show_state(replace(EMPTY, waiting=True))
    waits = one.says("first:said")
    one.window.show_state(samples.over_the_game("en_us"))

    assert one.commands.calls == [("send", "show my quests")]
    assert "show my quests" in waits
    assert "A Place to Sleep" in " ".join(texts(one.page))
    assert one.onward == "Next"


def test_a_sentence_that_came_to_nothing_says_why(begin: Begin) -> None:
    one = begin(Step.TRY)
    one.press("first:say:next")
    one.window.show_state(replace(EMPTY, trouble=Trouble(1, Failure.ENGINE_STOPPED)))

    assert "engine stopped" in one.says("first:said")


def test_a_missing_part_leads_to_its_step(begin: Begin) -> None:
    one = begin(Step.TRY)
    one.window.show_state(_missing("key"))
    one.press("first:fix:key")

    assert one.page.step is Step.KEY


def test_an_own_engine_that_fails_leads_to_why(begin: Begin) -> None:
    one = begin(Step.TRY)
    one.window.show_state(_missing("engine"))
    one.press("first:fix:engine")

    assert one.commands.calls[-1] == ("order", GoTo(PageName.WHY))


def test_the_microphone_is_proved_by_a_voice(begin: Begin) -> None:
    one = begin(Step.MICROPHONE)
    before = (one.onward, one.says("first:hearing"))
    for _ in range(20):
        one.window.show_level(-20.0)

    assert before == ("Skip this", "Nothing comes from the microphone yet.")
    assert (one.onward, one.says("first:hearing")) == ("Next", "I hear you well.")


def test_another_microphone_is_put_before_the_others(begin: Begin) -> None:
    one = begin(Step.MICROPHONE)
    one.desk.start.change(microphones=("Old",))
    one.desk.start.microphones_came.emit(("Webcam", "USB"))
    box = find(one.page, "first:microphones", ChoiceBox)
    box.activated.emit(box.findData("USB"))

    assert ("find_microphones",) in one.desk.start.calls
    assert one.settings.microphones == ("USB", "Old")


def test_the_key_is_proved_by_going_down_and_up(begin: Begin) -> None:
    one = begin(Step.KEY)
    said = [one.says("first:pressing")]
    for held in (True, False):
        one.desk.start.key_moved.emit(held)
        said.append(one.says("first:pressing"))

    assert said == ["Press F8 now", "F8 is down. Let it go.", "F8 works."]
    assert one.onward == "Next"


def test_the_key_talks_again_once_its_step_is_left(begin: Begin) -> None:
    one = begin(Step.KEY)
    one.press("first:next")
    away = begin(Step.KEY)
    away.window.show_page(PageName.CHAT)

    for started in (one, away):
        assert started.desk.start.calls[0] == ("rehearse", True)
        assert ("rehearse", False) in started.desk.start.calls


def test_another_key_has_to_prove_itself_anew(begin: Begin) -> None:
    one = begin(Step.KEY)
    one.desk.start.key_moved.emit(True)
    one.desk.start.key_moved.emit(False)
    box = find(one.page, "first:talk_key", ChoiceBox)
    box.activated.emit(box.findData("Mouse4"))

    assert one.settings.talk_key == "Mouse4"
    assert one.says("first:pressing") == "Press Mouse4 now"


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("offline", ("offline", "offline")),
        ("auto", ("auto", "auto")),
        ("silent", ("offline", "none")),
    ],
)
def test_the_speech_service_is_one_choice(begin: Begin, name: str, chosen: tuple[str, str]) -> None:
    one = begin(Step.SPEECH)
    one.press(f"first:speech:{name}")

    assert (one.settings.recognizer, one.settings.synthesizer) == chosen


def test_a_key_of_a_service_goes_to_the_keyring_and_is_forgotten_here(begin: Begin) -> None:
    one = begin(Step.SPEECH)
    field = find(one.page, "first:secret", QLineEdit)
    field.setText(" sk-1 ")
    one.press("first:keep")
    one.desk.start.secret_kept.emit(DASHSCOPE_API_KEY, Source.KEYRING)

    assert ("keep_secret", DASHSCOPE_API_KEY, "sk-1") in one.desk.start.calls
    assert field.text() == ""
    assert field.echoMode() is QLineEdit.EchoMode.Password
    assert "keyring" in one.says("first:secret_answer")


def test_a_locked_keyring_is_explained_and_what_was_typed_stays(begin: Begin) -> None:
    one = begin(Step.SPEECH)
    find(one.page, "first:secret", QLineEdit).setText("sk-1")
    one.desk.start.secret_refused.emit(DASHSCOPE_API_KEY, Failure.KEYRING_LOCKED)

    assert "locked" in one.says("first:secret_answer")
    assert find(one.page, "first:secret", QLineEdit).text() == "sk-1"


def test_a_game_folder_that_was_found_is_used_by_one_button(begin: Begin) -> None:
    one = begin(Step.GAME)
    one.desk.start.games_came.emit(GAMES)
    one.press("first:use:/games/atm")

    assert one.settings.instance == "/games/atm"
    assert one.onward == "Next"
    assert "CurseForge · has a quest book" in texts(one.page)


def test_where_no_game_is_found_that_is_said_and_the_demo_world_stays(begin: Begin) -> None:
    one = begin(Step.GAME)
    one.desk.start.games_came.emit(())

    assert one.says("first:found").startswith("No game folder")
    assert "Demo world" in texts(one.page)


def test_a_server_is_joined_by_its_address_and_a_code(begin: Begin) -> None:
    one = begin(Step.SERVER)
    find(one.page, "first:address", QLineEdit).setText("play.example.org")
    one.press("first:join")
    one.window.show_state(replace(EMPTY, server="x"))
    find(one.page, "pairing:player", QLineEdit).setText("Alex")
    one.press("pairing:ask")
    one.window.show_state(replace(EMPTY, server="x", pairing=PairingState(PairingPhase.PAIRED)))

    assert one.desk.wishes.calls == [("add", "play.example.org", False)]
    assert one.commands.calls == [("order", PairByName("Alex"))]
    assert one.onward == "Next"


def test_an_address_that_is_none_says_why(begin: Begin) -> None:
    one = begin(Step.SERVER)
    one.desk.servers_came.emit(
        ServersView(reason=Failure.ADDRESS_UNENCRYPTED, detail="play.example.org")
    )

    assert any("unencrypted" in words for words in texts(one.page))


def test_the_settings_open_at_the_keys(begin: Begin) -> None:
    one = begin(Step.SPEECH)
    one.press("first:services")
    assert one.desk.start.calls[-1] == ("open_settings", "keys")


def _missing(name: str) -> ClientState:
    reason = {"key": Failure.KEY_UNAVAILABLE, "engine": Failure.ENGINE_NOT_STARTED}[name]
    return ClientState(parts=(Part(name, Health.FAILED, "", reason),))
