"""Every state in which a shipped card can be seen, as a screen reader meets it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from companion.cards.library import CardLibrary, load_library
from companion.cards.samples import CardSample, samples
from companion.cards.view import CardView, Variant
from companion.cards.view_builder import CardSource, build_view
from companion.cards.view_state import CardViewState, changes_view
from companion.protocol.cards.builder import LocalAction
from companion.support.resources import LOCALES
from companion.ui.card_pictures import SOME_REF, card_stage
from tests.helpers.ui_look import accessible

Role = QAccessible.Role
PRESSED = (Role.Button, Role.ListItem, Role.CheckBox, Role.PageTab, Role.RadioButton)
RAW = re.compile(r"\b(?:ui|card|button|engine|client|item)\.[a-z_]+(?:\.[a-z_]+)*\b")
MOST_STATES = 40


def seen(source: CardSource, library: CardLibrary) -> Iterator[CardSource]:
    """A card and all that a player can make of it without asking anybody."""
    met, left = set[CardViewState](), [source.view]
    while left and len(met) < MOST_STATES:
        state = left.pop(0)
        if state in met:
            continue
        met.add(state)
        yield CardSource(SOME_REF, source.data, state)
        view = build_view(CardSource(SOME_REF, source.data, state), library, Variant.FULL)
        left += [state.on_page(page) for page in range(view.pages)]
        left += [state.after(b.action) for b in view.buttons if changes(b.action)]
        left.append(state.collapsing())


def changes(action: object) -> bool:
    return isinstance(action, LocalAction) and changes_view(action)


def every(sample: CardSample, library: CardLibrary) -> Iterator[CardSource]:
    base = CardSource(SOME_REF, sample.data, CardViewState())
    yield from seen(base, library)
    yield CardSource(SOME_REF, sample.data, CardViewState(), waiting=True)
    yield CardSource(SOME_REF, sample.data, CardViewState(), can_go_back=True)


def met(view: CardView, library: CardLibrary) -> list[tuple[Role, str]]:
    stage = card_stage(view, library)
    try:
        return list(accessible(stage))
    finally:
        stage.deleteLater()
        QApplication.sendPostedEvents(stage, QEvent.Type.DeferredDelete)


@pytest.mark.behaviour("CARD-056", "CARD-048")
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", [sample.name for sample in samples("en_us")])
def test_in_every_state_controls_have_names_that_tell_them_apart(
    name: str, locale: str, qapp: QApplication
) -> None:
    library = load_library(locale)
    sample = next(one for one in samples(locale) if one.name == name)
    for source in every(sample, library):
        for variant in (Variant.FULL, Variant.NOTIFICATION):
            found = met(build_view(source, library, variant), library)
            controls = Counter((role, text) for role, text in found if role in PRESSED)
            assert [role for role, text in controls if not text.strip()] == []
            assert [text for _, text in found if RAW.search(text)] == []
            assert [one for one, count in controls.items() if count > 1] == []
