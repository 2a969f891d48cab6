"""Language and looks: what everything after this is read in."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSlider

from companion.cards.theme import theme_names
from companion.client.first_start.readiness import readiness
from companion.client.first_start.steps import Step
from companion.client.state import ClientState
from companion.support.resources import LOCALES
from companion.ui.pages.first_start.ready_panel import ReadyPanel
from companion.ui.pages.first_start.step import StepParts, StepView, options
from companion.ui.pages.page import framed

LEAST_PERCENT, MOST_PERCENT, PERCENT_STEP = 80, 200, 10


class LanguageStep(StepView):
    """Every change is seen at once: the window is drawn anew in it. GUI thread."""

    def __init__(self, parts: StepParts) -> None:
        super().__init__(Step.LANGUAGE, parts)
        settings, texts = parts.desk.settings, parts.library.translations
        languages = [(name, texts.text(f"ui.settings.language.{name}")) for name in LOCALES]
        themes = [(name, texts.text(f"ui.settings.theme.{name}")) for name in theme_names()]
        frame, column = framed(texts.text("ui.settings.locale"))
        column.addWidget(options("first:locale", languages, settings.locale, self._speak))
        self.column.addWidget(frame)
        frame, column = framed(texts.text("ui.settings.theme"))
        column.addWidget(options("first:theme", themes, settings.theme, self._wear))
        self.column.addWidget(frame)
        frame, column = framed(texts.text("ui.settings.text_size"))
        column.addWidget(self._size(texts.text("ui.settings.text_size")))
        self.column.addWidget(frame)

        self._ready = ReadyPanel(parts, only_missing=True)
        self._ready.wanted.connect(self.wanted)
        self.column.addWidget(self._ready)

    def show_state(self, state: ClientState) -> None:
        """Whatever is missing is named from the first moment on."""
        self._ready.show_readiness(readiness(state))

    def _size(self, name: str) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setObjectName("first:text_size")
        slider.setAccessibleName(name)
        slider.setRange(LEAST_PERCENT, MOST_PERCENT)
        slider.setSingleStep(PERCENT_STEP)
        slider.setPageStep(PERCENT_STEP)
        slider.setMinimumHeight(32)
        slider.setValue(self.parts.desk.settings.text_size)
        slider.valueChanged.connect(lambda value: self.parts.desk.change(text_size=value))
        return slider

    def _speak(self, locale: str) -> None:
        self.parts.desk.change(locale=locale)

    def _wear(self, theme: str) -> None:
        self.parts.desk.change(theme=theme)
