"""What the panels of the page are laid out with."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from PySide6.QtWidgets import QComboBox, QFrame, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from companion.language.translations import Translations
from companion.ui.settings.choice_box import ChoiceBox
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

LANGUAGES = ("en", "zh")
LEAST_CHARACTERS = 12
"""Of a choice that are always seen."""


class Panel(QFrame):
    """A card of the page with its heading; `column` takes what is in it. GUI thread."""

    def __init__(self, name: str, texts: Translations, key: str) -> None:
        super().__init__()
        of_kind(self, "card")
        self.setObjectName(name)
        self.setAccessibleName(texts.text(key))
        self.texts = texts
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        self.column.setSpacing(2 * GRID)
        self.title = Words(texts.text(key), Style(Size.HEADING, bold=True))
        self.column.addWidget(self.title)


def choice(name: str, words: str, pairs: Iterable[tuple[str, str]]) -> ChoiceBox:
    """A choice among values: pairs of what is read and what it stands for."""
    box = ChoiceBox()
    box.setObjectName(name)
    box.setAccessibleName(words)
    box.setToolTip(words)
    # Long names of voices must not push the rest of the row out of a narrow window.
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(LEAST_CHARACTERS)
    fill(box, pairs)
    return box


def fill(box: ChoiceBox, pairs: Iterable[tuple[str, str]]) -> None:
    """Give a choice other values; what was chosen stays chosen where it can."""
    before, wanted = box.currentData(), list(pairs)
    if wanted == [(box.itemText(at), box.itemData(at)) for at in range(box.count())]:
        return
    box.clear()
    for words, value in wanted:
        box.addItem(words, value)
    box.setCurrentIndex(max(0, box.findData(before)))


def languages(texts: Translations) -> list[tuple[str, str]]:
    """The languages that voices speak, by name."""
    return [(texts.text(f"ui.voices.language.{language}"), language) for language in LANGUAGES]


def line(name: str, words: str, most: int) -> QLineEdit:
    """A line to type in; `most` characters."""
    made = QLineEdit()
    made.setObjectName(name)
    made.setAccessibleName(words)
    made.setPlaceholderText(words)
    made.setMaxLength(most)
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return made


def in_order(*widgets: QWidget) -> None:
    """Have the Tab key go from each to the next: what is made later would come last."""
    for before, after in itertools.pairwise(widgets):
        QWidget.setTabOrder(before, after)
