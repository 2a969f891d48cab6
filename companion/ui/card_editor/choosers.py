"""What is shown in the preview: which card, in which language, look and variants."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QComboBox, QPushButton, QVBoxLayout, QWidget

from companion.cards.samples import CardSample, samples
from companion.cards.theme import theme_names
from companion.cards.view import Variant
from companion.language.translations import Translations
from companion.support.resources import LOCALES
from companion.ui.flow_layout import in_a_row
from companion.ui.icon_and_word import word_button
from companion.ui.settings.choice_box import ChoiceBox
from companion.ui.theme import GRID

SIZES = (80, 100, 125, 150, 200)
"""Text sizes in per cent."""


class Choosers(QWidget):
    """The row above the preview. GUI thread.

    Args:
        texts: In the author's language.
        locale, theme, size: What is chosen at first; the size in per cent.
    """

    sample_chosen = Signal()
    file_wanted = Signal()
    """A card of the author's own is to be opened."""
    look_chosen = Signal()
    variants_chosen = Signal()

    def __init__(self, texts: Translations, locale: str, theme: str, size: int) -> None:
        super().__init__()
        self._text = texts.text
        self.sample = self._box("sample")
        self.sample.currentIndexChanged.connect(self._sample)
        self.language = self._filled(
            "locale", [(self._text(f"ui.settings.language.{n}"), n) for n in LOCALES]
        )
        self.look = self._filled(
            "theme", [(self._text(f"ui.settings.theme.{n}"), n) for n in theme_names()]
        )
        sizes = sorted({*SIZES, size})
        self.scale = self._filled("size", [(f"{percent} %", percent) for percent in sizes])
        for box, value in ((self.language, locale), (self.look, theme), (self.scale, size)):
            box.setCurrentIndex(box.findData(value))
            box.currentIndexChanged.connect(self.look_chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * GRID)
        column.addWidget(in_a_row(self.sample, self.language, self.look, self.scale))
        column.addWidget(in_a_row(*self._tabs()))

    @property
    def card(self) -> CardSample | None:
        """The card that is shown; None where there is none."""
        found = self.sample.currentData()
        return found if isinstance(found, CardSample) else None

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The variants that are looked at."""
        tab = self._group.checkedButton()
        name = tab.objectName().rpartition(":")[2] if tab else "all"
        return tuple(Variant) if name == "all" else (Variant(name),)

    def offer_samples(self, identifier: str) -> None:
        """Offer the shipped cards of a template; for one that none has, all of them."""
        name = self.sample.currentText()
        every = samples(self.language.currentData())
        own = tuple(sample for sample in every if sample.template == identifier)
        self.sample.blockSignals(True)
        self.sample.clear()
        for sample in own or every:
            self.sample.addItem(sample.name, sample)
        self.sample.addItem(self._text("ui.editor.sample.file"), None)
        self.sample.setCurrentIndex(max(0, self.sample.findText(name)))
        self.sample.blockSignals(False)

    def add_sample(self, path: Path, sample: CardSample) -> None:
        """Show a card of the author's own."""
        self.sample.insertItem(0, path.name, sample)
        self.sample.setCurrentIndex(0)

    def _sample(self, index: int) -> None:
        if self.card is not None:
            self.sample_chosen.emit()
        elif index >= 0:
            self.sample.blockSignals(True)
            self.sample.setCurrentIndex(0)
            self.sample.blockSignals(False)
            self.file_wanted.emit()

    def _box(self, name: str) -> QComboBox:
        box = ChoiceBox()
        box.setObjectName(f"editor:{name}")
        box.setAccessibleName(self._text(f"ui.editor.{name}"))
        box.setToolTip(self._text(f"ui.editor.{name}"))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        return box

    def _filled(self, name: str, values: list[tuple[str, object]]) -> QComboBox:
        box = self._box(name)
        for words, value in values:
            box.addItem(words, value)
        return box

    def _tabs(self) -> list[QPushButton]:
        self._group = QButtonGroup(self)
        tabs: list[QPushButton] = []
        for name in ("all", *map(str, Variant)):
            tab = word_button(f"variant:{name}", self._text(f"ui.editor.variant.{name}"), "tab")
            tab.setCheckable(True)
            tab.setChecked(name == "all")
            self._group.addButton(tab)
            tabs.append(tab)
        self._group.buttonClicked.connect(self.variants_chosen)
        return tabs
