"""Describing a voice: words, name, first sentence; its price before the one request it takes."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit

from companion.client.voices_state import Busy, Key, VoicesState, Wish
from companion.client.voices_view import fault_of
from companion.language.phrase import Phrase
from companion.language.translations import Translations
from companion.speech.voices.design_request import MOST_PREVIEW
from companion.speech.voices.making import PREVIEWS, region_of
from companion.speech.voices.offer import Offer, Step
from companion.speech.voices.voice_book import MOST_NAME
from companion.ui.flow_layout import in_a_row
from companion.ui.icon_and_word import word_button
from companion.ui.pages.money import money
from companion.ui.pages.voices.parts import Panel, choice, languages, line
from companion.ui.pages.voices_desk import VoicesDesk
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size, scaled
from companion.ui.words import Style, Words

PROMPT_PX = 76
"""Three lines."""


class DesignPanel(Panel):
    """The form; while the voice is made it says so and takes nothing. GUI thread."""

    def __init__(self, texts: Translations, desk: VoicesDesk) -> None:
        super().__init__("voices:design", texts, "ui.voices.design")
        self._desk = desk
        self._state = VoicesState()
        self._prompt = self._prompt_field()
        self._name = line("voices:name", texts.text("ui.voices.name"), MOST_NAME)
        self._language = choice(
            "voices:language", texts.text("ui.voices.language"), languages(texts)
        )
        self._preview = line("voices:preview", texts.text("ui.voices.preview"), MOST_PREVIEW)
        self._price = Words()
        self._price.setObjectName("voices:price")
        self._where = Words(style=Style(Size.SMALL, "muted"))
        self._standing = Words(style=Style(Size.SMALL, "muted"))
        self._standing.setObjectName("voices:standing")
        self._make = word_button("voices:make", texts.text("ui.voices.make"), "primary")
        self._stop = word_button("voices:stop", texts.text("ui.voices.stop"))
        self._lay_out()
        self._begin_with(texts.locale)
        self._prompt.textChanged.connect(self._draw)
        self._name.textChanged.connect(self._draw)
        self._preview.textChanged.connect(self._draw)
        self._language.currentIndexChanged.connect(self._other_language)
        self._make.clicked.connect(self._ask)
        self._stop.clicked.connect(desk.stop)
        self._draw()

    def show_voices(self, state: VoicesState) -> None:
        """Draw how it stands; a voice that was made leaves an empty form."""
        is_new = bool(state.made) and state.made != self._state.made
        self._state = state
        if is_new:
            self._prompt.clear()
            self._name.clear()
        self._draw()

    def _ask(self) -> None:
        offer = self._state.offer
        if self._make.isEnabled() and offer is not None:
            self._make.setEnabled(False)  # until the desk tells how it stands
            self._desk.design(self._wish(), offer)

    def _wish(self) -> Wish:
        return Wish(
            self._prompt.toPlainText(),
            self._name.text(),
            self._preview.text(),
            str(self._language.currentData()),
        )

    def _draw(self) -> None:
        state = self._state
        makes = state.busy is Busy.MAKING
        fault = fault_of(self._wish(), state.book) if state.book else None
        is_ready = state.key is Key.THERE and state.book is not None and state.offer is not None
        self._make.setEnabled(is_ready and fault is None and state.busy is Busy.NOTHING)
        for widget in (self._prompt, self._name, self._language, self._preview):
            widget.setEnabled(not makes)
        self._make.setVisible(not makes)
        self._stop.setVisible(makes)
        self._stop.setEnabled(state.can_stop)
        self._say_price(state.offer)
        self._standing.say(self._words(fault, is_ready=is_ready), "waiting" if makes else "muted")
        self._standing.setVisible(bool(self._standing.text()))

    def _words(self, fault: Phrase | None, *, is_ready: bool) -> str:
        """How far it is, or what is still missing."""
        state, text = self._state, self.texts.text
        if state.busy is Busy.MAKING:
            return text(f"ui.voices.making.{(state.step or Step.LOOKING).value}")
        if not is_ready:
            return text("ui.voices.looking") if state.unread is None else ""
        return self.texts.render(fault) if fault else ""

    def _say_price(self, offer: Offer | None) -> None:
        for words in (self._price, self._where):
            words.setVisible(offer is not None)
        if offer is None:
            return
        text = self.texts.text
        if offer.cost is None:
            self._price.say(text("ui.voices.unpriced"))
        else:
            cost = money(offer.cost, offer.currency, self.texts)
            self._price.say(text("ui.voices.price", cost=cost, day=offer.dated))
        region = region_of(offer.address)
        self._where.say(text("ui.voices.where", model=offer.model, region=region))

    def _begin_with(self, locale: str) -> None:
        self._language.setCurrentIndex(self._language.findData(locale[:2]))
        self._say_first()

    def _say_first(self) -> None:
        self._preview.setText(PREVIEWS[str(self._language.currentData())])
        self._preview.setCursorPosition(0)  # its beginning is seen where it is too long

    def _other_language(self) -> None:
        """The shipped sentence changes with the language, the player's own stays."""
        if self._preview.text().strip() in ("", *PREVIEWS.values()):
            self._say_first()
        self._draw()

    def _prompt_field(self) -> QPlainTextEdit:
        field = QPlainTextEdit()
        of_kind(field, "words")
        words = self.texts.text("ui.voices.prompt")
        field.setObjectName("voices:prompt")
        field.setAccessibleName(words)
        field.setPlaceholderText(self.texts.text("ui.voices.prompt.hint"))
        field.setTabChangesFocus(True)
        field.setFixedHeight(scaled(PROMPT_PX))
        return field

    def _lay_out(self) -> None:
        text, column = self.texts.text, self.column
        column.addWidget(Words(text("ui.voices.prompt"), Style(Size.SMALL, "muted")))
        column.addWidget(self._prompt)
        column.addWidget(in_a_row(self._name, self._language))
        column.addWidget(Words(text("ui.voices.preview"), Style(Size.SMALL, "muted")))
        column.addWidget(self._preview)
        column.addSpacing(GRID)
        column.addWidget(self._price)
        column.addWidget(self._where)
        column.addWidget(in_a_row(self._make, self._stop))
        column.addWidget(self._standing)
