"""Theme, icons, words and pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from companion.cards.library import CardLibrary, load_library
from companion.cards.theme import load_theme, theme_names
from companion.cards.view import Span
from companion.client.state import EMPTY, Health, Part, Phase, Stages, Voice
from companion.language.translations import Translations
from companion.support.paths import shipped
from companion.support.resources import translation_tables
from companion.ui import pictures
from companion.ui.application import wear
from companion.ui.icons import icon
from companion.ui.level import share_of
from companion.ui.look import Look
from companion.ui.main_window import MainWindow
from companion.ui.overlay import Overlay
from companion.ui.sentences import clock_time, phase_words
from companion.ui.status_line import part_words, turn_words
from companion.ui.theme import RADIUS, RADIUS_SMALL, ROLES, Size, colour
from companion.ui.tooltips import tooltip
from companion.ui.words import Style, Words
from tests.helpers import ui_states as states

ICONS = sorted(file.stem for file in (shipped("resources") / "icons").glob("*.svg"))


@pytest.mark.parametrize("name", theme_names())
def test_every_token_reaches_widgets_through_the_palette(qapp: QApplication, name: str) -> None:
    wear(qapp, Look(load_theme(name)))
    words = Words("x")
    shown = {token: colour(token) for token in ROLES}
    words.deleteLater()

    assert shown == {token: QColor(value) for token, value in load_theme(name).tokens().items()}


def test_type_and_corners_are_those_of_the_themes() -> None:
    theme = load_theme()

    assert [theme.type.caption, theme.type.small, theme.type.body] == list(Size)[:3]
    assert [theme.type.heading, theme.type.title] == list(Size)[3:]
    assert (theme.radii.small, theme.radii.large) == (RADIUS_SMALL, RADIUS)


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_draws_in_the_colour_it_is_given(name: str) -> None:
    picture = icon(name, QColor("#ff0000"), 24).pixmap(QSize(24, 24)).toImage()

    colours = {
        picture.pixelColor(x, y).name()
        for x in range(picture.width())
        for y in range(picture.height())
        if picture.pixelColor(x, y).alpha() > 200
    }
    assert colours == {"#ff0000"}


@pytest.mark.parametrize("locale", ["en_us", "zh_cn"])
def test_lines_keep_one_distance_whatever_their_script(locale: str) -> None:
    heights = []
    for text in ("Stone Age", "石器时代", "Stone 石器 Age"):
        words = Words(text)
        heights.append(words.heightForWidth(400))
        words.deleteLater()

    assert len(set(heights)) == 1


def test_words_wrap_and_are_elided_at_the_last_row() -> None:
    text = "a few words that do not fit " * 8
    free, bounded = Words(text), Words(text, Style(max_lines=2))
    rows = (free.heightForWidth(160), bounded.heightForWidth(160), Words("x").heightForWidth(160))

    assert rows[0] > rows[1] == 2 * rows[2]
    assert bounded.text() == text.strip() + " "
    for words in (free, bounded):
        words.deleteLater()


def test_a_colour_nobody_could_read_is_made_readable() -> None:
    words = Words()
    words.show_lines(((Span("dark", colour="#181e26"),),))
    words.resize(80, 24)
    picture = pictures.grab(words)
    brightest = max(
        picture.pixelColor(x, y).lightness() * picture.pixelColor(x, y).alpha()
        for x in range(80)
        for y in range(24)
    )
    words.deleteLater()

    assert brightest > 120 * 128


def test_a_tool_tip_shows_markup_as_characters() -> None:
    assert tooltip("<b>x</b>") == "<qt>&lt;b&gt;x&lt;/b&gt;</qt>"


@pytest.mark.parametrize("locale", ["en_us", "zh_cn"])
def test_both_languages_have_the_same_keys_and_places(locale: str) -> None:
    tables = translation_tables()
    mine = {key: text for key, text in tables[locale].items() if key.startswith("ui.")}
    other = tables["zh_cn" if locale == "en_us" else "en_us"]

    differing = [key for key in mine if key not in other or places(mine[key]) != places(other[key])]
    assert differing == []
    assert len(mine) > 80


def places(text: str) -> set[str]:
    """The `{name}` places of a text."""
    return {part.partition("}")[0] for part in text.split("{")[1:]}


@pytest.mark.parametrize(
    ("seconds", "text"), [(51.4, "0:52"), (58.0, "0:58"), (0.0, "0:00"), (61.0, "1:01")]
)
def test_time_left_is_rounded_up(seconds: float, text: str) -> None:
    assert clock_time(seconds) == text


@pytest.mark.parametrize("phase", list(Phase))
def test_every_phase_has_its_word(phase: Phase, english: Translations) -> None:
    word = phase_words(Voice(phase), english)

    assert word
    assert not word.startswith("ui.")


@pytest.mark.parametrize(
    ("part", "words"),
    [
        pytest.param(Part("key", Health.READY, "F8"), "key F8", id="ready"),
        pytest.param(Part("engine"), "engine starting", id="starting"),
        pytest.param(Part("voice", Health.FAILED, "hibari"), "voice hibari failed", id="failed"),
        pytest.param(Part("ears", Health.READY), "ears ready", id="ready without words"),
    ],
)
def test_a_part_is_told_in_words(part: Part, words: str, english: Translations) -> None:
    assert part_words(part, english) == words


@pytest.mark.parametrize(("locale", "words"), [("en_us", "ears local"), ("zh_cn", "识别 本机")])
def test_a_provider_is_named_in_the_players_language(locale: str, words: str) -> None:
    part = Part("ears", Health.READY, "offline")
    assert part_words(part, load_library(locale).translations) == words


@pytest.mark.parametrize(
    ("stages", "words"),
    [
        pytest.param(None, "", id="no turn yet"),
        pytest.param(Stages(), "", id="nothing came"),
        pytest.param(
            Stages(first_answer=300, own=12), "last turn 0.3 s, ours 12 ms", id="no sound"
        ),
        pytest.param(Stages(first_answer=300, first_sound=900), "last turn 0.9 s", id="no share"),
    ],
)
def test_the_last_turn_is_told(stages: Stages | None, words: str, english: Translations) -> None:
    assert turn_words(stages, english) == words


@pytest.mark.parametrize(("dbfs", "share"), [(-90.0, 0.0), (-36.0, 0.5), (0.0, 1.0)])
def test_loudness_becomes_a_share(dbfs: float, share: float) -> None:
    assert share_of(dbfs) == pytest.approx(share)


def test_a_picture_shows_the_overlay_over_the_game(overlay: Overlay) -> None:
    alone = pictures.over_game(overlay)
    overlay.show_state(states.over_the_game())
    together = pictures.over_game(overlay)

    corner = QPoint(pictures.GAME_SIZE[0] - 100, 60)
    assert together.pixelColor(corner).lightness() < alone.pixelColor(corner).lightness() / 2
    assert together.pixelColor(20, 300) == alone.pixelColor(20, 300)


def test_a_picture_of_the_window_is_saved(window: MainWindow, tmp_path: Path) -> None:
    window.show_state(replace(states.conversation(), revision=2))
    pictures.save(pictures.grab(window, 2), tmp_path / "window.png")

    assert QImage(str(tmp_path / "window.png")).size() == window.size() * 2


def test_a_picture_that_cannot_be_written_says_so(window: MainWindow, tmp_path: Path) -> None:
    window.show_state(EMPTY)

    with pytest.raises(OSError, match=r"window\.png"):
        pictures.save(pictures.grab(window), tmp_path / "missing" / "window.png")


@pytest.fixture
def english(library: CardLibrary) -> Translations:
    return library.translations
