"""The page of voices: what it shows of a state, and what it asks of the program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
)
from pytestqt.qtbot import QtBot

from companion.cards.library import CardLibrary, load_library
from companion.client.state import ClientState
from companion.client.voices_state import Busy, Key, VoicesState, Wish
from companion.language.phrase import phrase
from companion.speech.voices.offer import Step
from companion.speech.voices.voice_book import Binding, VoiceBook
from companion.support.errors import Failure
from companion.ui.application import open_application
from companion.ui.main_window import MainWindow
from companion.ui.pages.voices.page import VoicesPage
from companion.ui.pages.voices_desk import VoicesDesk
from companion.ui.sentences import failure_sentence
from companion.ui.shots import voices as samples
from companion.ui.shots.voices import VoicesPictured
from tests.helpers.ui_look import accessible, find, texts
from tests.helpers.ui_states import RecordingCommands

OAK = "qwen-audio-3.0-tts-flash-vd-companion-0001"
FOUND = "qwen-audio-3.0-tts-flash-vd-companion-0007"


class AskedDesk(VoicesDesk):
    """Writes down what the page asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[Any, ...]] = []

    def look(self) -> None:
        self.asked.append(("look",))

    def ask_service(self) -> None:
        self.asked.append(("list",))

    def design(self, wish: Wish, agreed: Any) -> None:
        self.asked.append(("design", wish, agreed))

    def sample(self, voice: str, agreed: Decimal | None) -> None:
        self.asked.append(("sample", voice, agreed))

    def stop(self) -> None:
        self.asked.append(("stop",))

    def hear(self) -> None:
        self.asked.append(("hear",))

    def done(self) -> None:
        self.asked.append(("done",))

    def keep(self, voice: str, name: str) -> None:
        self.asked.append(("keep", voice, name))

    def delete(self, voice: str, *, only_here: bool = False) -> None:
        self.asked.append(("delete", voice, only_here))

    def bind(self, binding: Binding) -> None:
        self.asked.append(("bind", binding))

    def unbind(self, speaker: str, language: str) -> None:
        self.asked.append(("unbind", speaker, language))

    def open_settings(self) -> None:
        self.asked.append(("settings",))


class Shown:
    """The page with its desk."""

    def __init__(self, library: CardLibrary) -> None:
        self.desk = AskedDesk()
        self.pages = VoicesPictured(self.desk)
        self.page = VoicesPage(library.translations, self.pages)
        self.texts = library.translations

    def tell(self, state: VoicesState) -> None:
        self.desk.told.emit(state)

    def press(self, name: str) -> None:
        find(self.page, name, QPushButton).click()

    def button(self, name: str) -> QPushButton:
        return find(self.page, name, QPushButton)


@pytest.fixture
def shown(library: CardLibrary, qtbot: QtBot) -> Iterator[Shown]:
    shown = Shown(library)
    shown.page.show()
    qtbot.waitExposed(shown.page)
    yield shown
    shown.page.close()
    shown.page.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def describe(shown: Shown, prompt: str = "a warm old man", name: str = "Elm") -> None:
    find(shown.page, "voices:prompt", QPlainTextEdit).setPlainText(prompt)
    find(shown.page, "voices:name", QLineEdit).setText(name)


def test_opening_the_page_reads_and_sends_nothing(shown: Shown) -> None:
    shown.page.opened()
    assert shown.desk.asked == [("look",)]


@pytest.mark.behaviour("VOICE-004")
def test_the_price_stands_above_the_button_that_makes_the_voice(shown: Shown) -> None:
    state = samples.listed("en_us")
    shown.tell(state)
    assert "¥0.20 by the prices of 2026-05-01" in find(shown.page, "voices:price", QLabel).text()
    describe(shown)
    shown.press("voices:make")
    wish = Wish("a warm old man", "Elm", "Hello, I will tell you about your quests.", "en")
    assert shown.desk.asked == [("design", wish, state.offer)]


def test_a_second_press_before_the_program_answers_asks_for_nothing(shown: Shown) -> None:
    shown.tell(samples.listed("en_us"))
    describe(shown)
    shown.press("voices:make")
    shown.press("voices:make")
    assert [asked[0] for asked in shown.desk.asked] == ["design"]


@pytest.mark.parametrize(
    ("prompt", "name", "said"),
    [
        ("", "Elm", "Describe first"),
        ("x" * 501, "Elm", "at most 500"),
        ("warm", "", "Give it a name"),
        ("warm", "oak", "taken"),
    ],
    ids=["no words", "too many", "no name", "a name that is taken"],
)
def test_what_is_missing_is_said_and_cannot_be_pressed(
    prompt: str, name: str, said: str, shown: Shown
) -> None:
    shown.tell(samples.listed("en_us"))
    describe(shown, prompt, name)
    assert said in find(shown.page, "voices:standing", QLabel).text()
    assert not shown.button("voices:make").isEnabled()


@pytest.mark.parametrize(
    ("step", "said", "can_stop"),
    [
        (Step.LOOKING, "nothing has left", True),
        (Step.SENT, "has paid all the same", True),
        (Step.WRITING, "written down", False),
    ],
)
def test_the_wait_says_how_far_it_is_and_can_be_stopped_until_the_voice_is_there(
    step: Step, said: str, can_stop: bool, shown: Shown
) -> None:
    shown.tell(replace(samples.making("en_us"), step=step))
    assert said in find(shown.page, "voices:standing", QLabel).text()
    shown.press("voices:stop")
    assert shown.desk.asked == ([("stop",)] if can_stop else [])


def test_without_a_key_one_button_leads_to_the_settings(shown: Shown) -> None:
    shown.tell(samples.keyless("en_us"))
    assert find(shown.page, "voices:design").isHidden()
    shown.press("voices:settings")
    assert shown.desk.asked == [("settings",)]


@pytest.mark.behaviour("VOICE-004")
def test_hearing_a_kept_voice_says_its_price_before_it_asks_for_it(shown: Shown) -> None:
    shown.tell(samples.listed("en_us"))
    shown.press(f"hear:{OAK}")
    assert shown.desk.asked == []
    assert any("one paid request: ¥0.0041" in said for said in texts(shown.page))
    shown.press(f"hear_yes:{OAK}")
    assert shown.desk.asked == [("sample", OAK, Decimal("0.0041"))]


def test_a_sound_at_hand_is_heard_again_without_a_question(shown: Shown) -> None:
    shown.tell(replace(samples.listed("en_us"), preview=OAK))
    assert shown.button(f"hear:{OAK}").text() == "Hear it again"
    shown.press(f"hear:{OAK}")
    assert shown.desk.asked == [("hear",)]


def made(shown: Shown) -> None:
    shown.tell(samples.voices("en_us"))


def listed(shown: Shown) -> None:
    shown.tell(samples.listed("en_us"))


@pytest.mark.parametrize(
    ("tell", "button", "yes"),
    [
        (made, "voices:undo", "voices:undo_yes"),
        (listed, f"delete:{OAK}", f"delete_yes:{OAK}"),
        (listed, f"delete:{FOUND}", f"delete_yes:{FOUND}"),
    ],
    ids=["just made", "kept", "found at the service"],
)
def test_nothing_is_deleted_by_one_press(
    tell: Callable[[Shown], None], button: str, yes: str, shown: Shown
) -> None:
    tell(shown)
    shown.press(button)
    assert shown.desk.asked == []
    assert shown.button(yes).property("kind") == "danger"
    shown.press(yes)
    assert [asked[0] for asked in shown.desk.asked] == ["delete"]


def test_a_question_has_the_keyboard_on_the_answer_that_does_nothing(
    shown: Shown, qtbot: QtBot
) -> None:
    shown.tell(samples.listed("en_us"))
    shown.page.activateWindow()
    shown.press(f"delete:{OAK}")
    no = shown.button(f"delete_no:{OAK}")
    assert shown.page.focusWidget() is no
    qtbot.keyClick(no, Qt.Key.Key_Escape)
    assert (no.isVisible(), shown.desk.asked) == (False, [])
    assert shown.page.focusWidget() is shown.button(f"delete:{OAK}")


def test_a_voice_of_the_service_is_kept_under_a_name(shown: Shown) -> None:
    shown.tell(samples.listed("en_us"))
    find(shown.page, f"voice_name:{FOUND}", QLineEdit).setText("Elm")
    shown.press(f"keep:{FOUND}")
    assert shown.desk.asked == [("keep", FOUND, "Elm")]


def test_what_is_typed_stays_while_the_program_tells(shown: Shown) -> None:
    state = samples.listed("en_us")
    shown.tell(state)
    describe(shown, "a warm", "El")
    find(shown.page, f"voice_name:{FOUND}", QLineEdit).setText("Ash")
    shown.tell(replace(state, busy=Busy.LISTING))
    shown.tell(state)
    assert find(shown.page, "voices:prompt", QPlainTextEdit).toPlainText() == "a warm"
    assert find(shown.page, f"voice_name:{FOUND}", QLineEdit).text() == "Ash"


@pytest.mark.behaviour("VOICE-001")
def test_a_named_character_is_bound_to_a_voice_and_set_free_again(shown: Shown) -> None:
    shown.tell(samples.listed("en_us"))
    speaker = find(shown.page, "voices:speaker", QComboBox)
    speaker.setCurrentIndex(speaker.findData("named"))
    voice = find(shown.page, "voices:voice", QComboBox)
    voice.setCurrentIndex(voice.findData(OAK))
    assert not shown.button("voices:bind").isEnabled()
    find(shown.page, "voices:who", QLineEdit).setText("Smith")
    shown.press("voices:bind")
    shown.press("unbind:character:Nora:en")
    assert shown.desk.asked == [
        ("bind", Binding("character:Smith", OAK, "")),
        ("unbind", "character:Nora", "en"),
    ]


@pytest.mark.parametrize(
    "reason",
    [
        Failure.SPEECH_VOICE_UNCERTAIN,
        Failure.SPEECH_VOICE_STOPPED,
        Failure.SPEECH_DELETION_UNCERTAIN,
        Failure.SPEECH_VOICES_FULL,
        Failure.SPEECH_OFFER_CHANGED,
    ],
)
def test_a_failure_is_one_reason_in_full(reason: Failure, shown: Shown) -> None:
    shown.tell(replace(samples.listed("en_us"), reason=reason, detail="x"))
    fault = find(shown.page, "voices:fault", QLabel)
    assert (fault.isVisible(), fault.text()) == (True, failure_sentence(reason, "x", shown.texts))


def test_a_wish_that_was_stopped_in_time_says_that_nothing_was_paid(shown: Shown) -> None:
    shown.tell(replace(samples.listed("en_us"), note=phrase("ui.voices.stopped.making")))
    assert "nothing was paid" in find(shown.page, "voices:fault", QLabel).text()


def test_nothing_can_be_asked_while_something_is_under_way(shown: Shown) -> None:
    shown.tell(replace(samples.listed("en_us"), busy=Busy.DELETING))
    names = ("voices:ask", f"hear:{OAK}", f"delete:{OAK}", "voices:make", "voices:bind")
    assert [name for name in names if shown.button(name).isEnabled()] == []


def test_the_tab_key_goes_down_the_page(shown: Shown) -> None:
    shown.tell(samples.listed("en_us"))
    stops, at = [], find(shown.page, "voices:prompt").nextInFocusChain()
    while at.objectName() != "voices:prompt":
        stops.append(at.objectName())
        at = at.nextInFocusChain()
    wanted = ["voices:name", "voices:make", f"hear:{OAK}", f"delete:{OAK}", "voices:ask"]
    wanted += ["unbind:quest:", "voices:speaker", "voices:bind"]
    assert [name for name in stops if name in wanted] == wanted


@pytest.mark.parametrize("state", [samples.voices, samples.keyless, samples.making])
def test_screen_readers_get_a_name_for_whatever_can_be_used(
    state: Callable[[str], VoicesState], shown: Shown
) -> None:
    shown.tell(state("en_us"))
    named = {"PushButton", "Button", "ComboBox", "EditableText"}
    roles = [(role.name, name) for role, name in accessible(shown.page) if role.name in named]
    assert len(roles) > 3
    assert [role for role, name in roles if not name] == []


@pytest.mark.parametrize("size", [0.8, 1.0, 2.0])
@pytest.mark.parametrize("locale", ["en_us", "zh_cn"])
def test_nothing_is_cut_off_at_the_right_in_any_size(
    locale: str, size: float, commands: RecordingCommands, qtbot: QtBot
) -> None:
    open_application(locale, "dark", size)
    shown = Shown(load_library(locale))
    shown.page.resize(420, 900)
    shown.page.show()
    qtbot.waitExposed(shown.page)
    shown.tell(samples.voices(locale))
    shown.press(f"delete:{OAK}")
    QApplication.processEvents()
    area = shown.page.area
    assert area.widget().minimumSizeHint().width() <= area.viewport().width()
    shown.page.close()
    shown.page.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_characters_of_the_conversation_are_offered_by_name(shown: Shown) -> None:
    shown.tell(VoicesState(VoiceBook(), Key.THERE))
    shown.page.show_state(ClientState())
    completer = find(shown.page, "voices:who", QLineEdit).completer()
    shown.tell(samples.listed("en_us"))
    assert completer.model().index(0, 0).data() == "Nora"


def test_the_page_opens_in_the_window_by_its_name(window: MainWindow) -> None:
    from companion.client.navigation import PageName

    window.show_page(PageName.VOICES)
    assert find(window, "page:voices").isVisible()
