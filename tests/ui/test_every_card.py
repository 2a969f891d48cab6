"""Every shipped card in every variant, both languages: drawn, read by a screen reader, pressed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QHeaderView,
    QLabel,
    QPushButton,
    QWidget,
)

from companion.cards.library import load_library
from companion.cards.samples import CardSample, samples
from companion.cards.theme import load_theme, theme_names
from companion.cards.view import CardView, Variant
from companion.ui.application import wear
from companion.ui.card_pictures import card_stage, fit, sample_view
from companion.ui.cards.press_list import PressList
from companion.ui.look import Look
from companion.ui.pictures import grab
from tests.helpers.ui_look import accessible, rows

Role = QAccessible.Role
EVERY = samples("en_us")
PRESSED = (Role.Button, Role.ListItem, Role.CheckBox)
SIZES = (0.8, 1.0, 2.0)


@pytest.fixture
def stages() -> Iterator[list[QWidget]]:
    kept: list[QWidget] = []
    yield kept
    for stage in kept:
        stage.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def staged(
    sample: CardSample, variant: Variant, stages: list[QWidget], locale: str = "en_us"
) -> tuple[QWidget, CardView]:
    library = load_library(locale)
    view = sample_view(sample.data, library, variant)
    stages.append(card_stage(view, library))
    return stages[-1], view


@pytest.mark.parametrize("sample", EVERY, ids=lambda sample: sample.name)
def test_a_screen_reader_finds_role_and_name_of_every_control(
    sample: CardSample, stages: list[QWidget]
) -> None:
    for variant in Variant:
        stage, view = staged(sample, variant, stages)
        met = list(accessible(stage))
        nameless = [role for role, name in met if role in (*PRESSED, Role.StaticText) and not name]

        assert nameless == []
        assert [name for role, name in met if role is Role.ListItem] == rows(stage)
        assert (view.title in [name for _, name in met]) or view.is_message


@pytest.mark.parametrize("sample", EVERY, ids=lambda sample: sample.name)
def test_every_choice_and_button_of_a_card_can_be_pressed(
    sample: CardSample, stages: list[QWidget]
) -> None:
    stage, view = staged(sample, Variant.FULL, stages)
    entries = [
        view_.entry(row).choice
        for view_ in stage.findChildren(PressList)
        for row in range(view_.model().rowCount())
    ]

    numbers = {choice.number for choice in entries if choice is not None}
    assert {choice.number for choice in view.choices} <= numbers
    shown = {button.objectName() for button in stage.findChildren(QPushButton)}
    assert {f"button:{button.id}" for button in view.footer} <= shown


@pytest.mark.parametrize("sample", EVERY, ids=lambda sample: sample.name)
@pytest.mark.parametrize("locale", ["en_us", "zh_cn"])
def test_nothing_of_a_card_leaves_it_at_any_text_size(
    sample: CardSample, locale: str, stages: list[QWidget], qapp: QApplication
) -> None:
    for size in SIZES:
        wear(qapp, Look(load_theme(), size))
        stage, _ = staged(sample, Variant.NOTIFICATION, stages, locale)
        outside = [
            (type(child).__name__, child.accessibleName())
            for child in stage.findChildren(QWidget)
            if child.isVisibleTo(stage) and child.width() and not inside(child, stage)
        ]

        assert outside == [], size


def inside(child: QWidget, stage: QWidget) -> bool:
    """Whether a widget lies within the width of its card."""
    if isinstance(child.parentWidget(), QAbstractScrollArea | QHeaderView):
        return True  # cut off by what is around it
    right = child.mapTo(stage, child.rect().topRight()).x()
    return right <= stage.width()


def test_a_card_follows_theme_and_text_size_while_it_is_shown(
    stages: list[QWidget], qapp: QApplication
) -> None:
    sample = next(sample for sample in EVERY if sample.name == "quest_list")
    stage, _ = staged(sample, Variant.FULL, stages)
    small, dark = stage.height(), grab(stage)
    wear(qapp, Look(load_theme("light"), 1.5))
    layout = stage.layout()
    assert layout is not None
    fit(stage, layout)  # type: ignore[arg-type]

    assert stage.height() > small * 1.2
    assert grab(stage).pixelColor(60, 60).lightness() > dark.pixelColor(60, 60).lightness()


@pytest.mark.parametrize("theme", theme_names())
def test_a_state_is_told_in_words_beside_its_colour(
    theme: str, stages: list[QWidget], qapp: QApplication
) -> None:
    wear(qapp, Look(load_theme(theme)))
    sample = next(sample for sample in EVERY if sample.name == "quest_list")
    stage, _ = staged(sample, Variant.FULL, stages)

    assert any("Started" in name for name in rows(stage))
    assert any("Reward" in name for name in rows(stage))


@pytest.mark.parametrize("sample", EVERY, ids=lambda sample: sample.name)
def test_the_keyboard_reaches_everything_that_can_be_pressed(
    sample: CardSample, stages: list[QWidget]
) -> None:
    stage, _ = staged(sample, Variant.FULL, stages)
    pressed = [*stage.findChildren(QPushButton), *stage.findChildren(PressList)]

    unreachable = [w for w in pressed if w.focusPolicy() is not Qt.FocusPolicy.StrongFocus]
    assert unreachable == []
    assert stage.findChildren(QLabel) != []
