"""Every window and page can be pictured in every language: named throughout, and in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QPushButton, QWidget

from companion.cards.library import load_library
from companion.support.resources import LOCALES, translation_tables
from companion.ui.crash_notice import CrashNotice
from companion.ui.pictures import grab
from companion.ui.settings.dialog import PAGES
from companion.ui.shots import SHOTS
from companion.ui.tray_menu import TrayMenu
from tests.helpers.ui_look import accessible, find, texts

KEY = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+")
PRESSED = {QAccessible.Role.Button, QAccessible.Role.CheckBox, QAccessible.Role.ComboBox}

Make = Callable[[str, str], QWidget]


@pytest.fixture
def pictured(qapp: QApplication) -> Iterator[Make]:
    made: list[QWidget] = []

    def make(name: str, locale: str) -> QWidget:
        made.append(SHOTS[name](load_library(locale)))
        made[-1].show()
        return made[-1]

    yield make
    for window in made:
        window.close()
        window.deleteLater()
    made.clear()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def words_of(window: QWidget) -> list[str]:
    boxes = window.findChildren(QComboBox)
    words = [box.itemText(n) for box in boxes for n in range(box.count())]
    words += [button.text() for button in window.findChildren(QPushButton)]
    words += [box.text() for box in window.findChildren(QCheckBox)]
    return [*words, *texts(window)]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", SHOTS)
def test_it_is_drawn_in_words_and_everything_that_can_be_pressed_is_named(
    pictured: Make, name: str, locale: str
) -> None:
    window = pictured(name, locale)
    image = grab(window)
    known = translation_tables()["en_us"]
    keys = {words for words in words_of(window) if KEY.fullmatch(words) and words in known}
    keys |= {words for words in words_of(window) if f"first.{words}" in known}

    assert image.width() > 50
    assert image.height() > 20
    assert keys == set()
    assert not [role for role, named in accessible(window) if role in PRESSED and not named]


def test_there_is_a_picture_of_every_page_of_the_settings() -> None:
    assert {f"settings_{page}" for page in PAGES} <= SHOTS.keys()


def test_the_tray_s_menu_asks_for_what_its_entries_say(pictured: Make) -> None:
    menu, asked = pictured("tray", "en_us"), []
    assert isinstance(menu, TrayMenu)
    menu.show_wanted.connect(lambda: asked.append("show"))
    menu.overlay_wanted.connect(lambda: asked.append("overlay"))
    menu.end_wanted.connect(lambda: asked.append("end"))
    for action in menu.actions():
        action.trigger()

    assert asked == ["show", "overlay", "end"]


def test_the_crash_notice_shows_all_its_words_and_the_report_when_it_is_wanted(
    pictured: Make,
) -> None:
    notice = pictured("crash", "en_us")
    assert isinstance(notice, CrashNotice)
    before = notice.height()
    find(notice, "crash:read", QPushButton).click()

    assert find(notice, "crash:text").isVisible()
    assert notice.height() > before
    layout = notice.layout()
    assert layout is not None
    assert notice.height() >= layout.totalHeightForWidth(notice.width())
