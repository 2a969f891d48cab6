"""One voice of the list: what it is, hearing it, naming it, deleting it after a second look."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from companion.client.voices_state import Busy, Place, VoiceRow, VoicesState
from companion.client.voices_view import name_fault
from companion.language.translations import Translations
from companion.speech.voices.voice_book import MOST_NAME, VoiceBook
from companion.ui.flow_layout import in_a_row
from companion.ui.icon_and_word import word_button
from companion.ui.pages.money import money
from companion.ui.pages.voices.asking import Answer, Asking
from companion.ui.pages.voices.parts import line
from companion.ui.pages.voices_desk import VoicesDesk
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

_STANDS_OUT = (Place.GONE, Place.FOUND)


class VoiceRowView(QFrame):
    """GUI thread."""

    def __init__(self, row: VoiceRow, texts: Translations, desk: VoicesDesk) -> None:
        super().__init__()
        self.row = row
        self._texts = texts
        self._desk = desk
        self._shown = row.name or texts.text("ui.voices.unnamed")
        self._state = VoicesState()
        self.setObjectName(f"voice:{row.id}")
        self.setAccessibleName(f"{self._shown}: {self._standing()}")
        self._name = line(f"voice_name:{row.id}", texts.text("ui.voices.name"), MOST_NAME)
        self._keep = self._button("keep", "ui.voices.keep")
        self._hear = self._button("hear", "ui.voices.hear")
        self._delete = self._button("delete", "ui.voices.delete", "quiet")
        self._price = self._asking_price()
        self._sure = self._asking_twice()
        self._lay_out()
        self._name.textChanged.connect(self._draw)
        self._name.returnPressed.connect(self._ask_keep)
        self._keep.clicked.connect(self._ask_keep)
        self._hear.clicked.connect(self._ask_hear)
        self._delete.clicked.connect(self._ask_delete)

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """Where the Tab key stops, in order."""
        deeds = (self._name, self._keep, self._hear, self._delete)
        return (*deeds, *self._price.stops, *self._sure.stops)

    def show_voices(self, state: VoicesState) -> None:
        """Take how it stands."""
        self._state = state
        self._draw()

    def _draw(self) -> None:
        state, row = self._state, self.row
        is_free = state.busy is Busy.NOTHING
        book = state.book or VoiceBook()
        self._keep.setEnabled(is_free and name_fault(self._name.text(), book) is None)
        self._delete.setEnabled(is_free)
        has_sound = state.preview == row.id
        can_buy = is_free and row.can_be_heard and state.prices is not None
        self._hear.setEnabled(has_sound or can_buy)
        self._say_hear(is_playing=has_sound and state.is_playing, has_sound=has_sound)
        self._price.allow(is_free=is_free)
        self._sure.allow(is_free=is_free)

    def _say_hear(self, *, is_playing: bool, has_sound: bool) -> None:
        again = "ui.voices.hear_again" if has_sound else "ui.voices.hear"
        words = self._texts.text("ui.voices.hush" if is_playing else again)
        self._hear.setText(words)
        self._hear.setAccessibleName(f"{words}: {self._shown}")

    def _ask_keep(self) -> None:
        if self._keep.isEnabled():
            self._desk.keep(self.row.id, self._name.text())

    def _ask_hear(self) -> None:
        """What is at hand costs nothing; anything else says its price first."""
        if self._state.preview == self.row.id:
            self._desk.hear()
            return
        prices, text = self._state.prices, self._texts.text
        if self.row.cost is None or prices is None:
            self._price.ask(text("ui.voices.sample.unpriced"))
            return
        cost = money(self.row.cost, prices.currency, self._texts)
        self._price.ask(text("ui.voices.sample.price", cost=cost, day=prices.dated))

    def _ask_delete(self) -> None:
        is_here = self.row.place is not Place.FOUND
        key = "ui.voices.sure" if is_here else "ui.voices.sure.there"
        self._sure.ask(self._texts.text(key, name=self._shown))

    def _asking_price(self) -> Asking:
        row, text = self.row, self._texts.text
        yes = Answer(
            f"hear_yes:{row.id}",
            text("ui.voices.sample"),
            lambda: self._desk.sample(row.id, row.cost),
            "primary",
        )
        return Asking(self._hear, (yes,), (f"hear_no:{row.id}", text("ui.voices.sample.no")))

    def _asking_twice(self) -> Asking:
        row, text = self.row, self._texts.text
        answers = [
            Answer(
                f"delete_yes:{row.id}",
                text("ui.voices.delete_there"),
                lambda: self._desk.delete(row.id),
                "danger",
            )
        ]
        if row.place is not Place.FOUND:
            here = Answer(
                f"delete_here:{row.id}",
                text("ui.voices.delete_here"),
                lambda: self._desk.delete(row.id, only_here=True),
            )
            answers.append(here)
        no = (f"delete_no:{row.id}", text("ui.voices.delete_no"))
        return Asking(self._delete, tuple(answers), no)

    def _lay_out(self) -> None:
        row = self.row
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, GRID, 0, GRID)
        whole.setSpacing(GRID)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Words(self._shown, Style(bold=True, max_lines=2)))
        if row.prompt:
            words.addWidget(Words(row.prompt, Style(Size.SMALL, max_lines=3)))
        words.addWidget(Words(self._facts(), Style(Size.SMALL, "muted", max_lines=3)))
        token = "waiting" if row.place in _STANDS_OUT else "muted"
        words.addWidget(Words(self._standing(), Style(Size.SMALL, token)))
        whole.addLayout(words)
        deeds = [self._hear] if row.can_be_heard else []
        naming = [] if row.name else [self._name, self._keep]
        whole.addWidget(in_a_row(*naming, *deeds, self._delete))
        for unused in {self._name, self._keep, self._hear} - {*naming, *deeds}:
            unused.setParent(self)
            unused.hide()
        whole.addWidget(self._price)
        whole.addWidget(self._sure)

    def _facts(self) -> str:
        """Model, region, language and day; of one that has no name, its id before."""
        row = self.row
        language = self._texts.text(f"ui.voices.language.{row.language}") if row.language else ""
        facts = [fact for fact in (row.model, row.region, language, row.created) if fact]
        return " · ".join([row.id, *facts] if not row.name else facts)

    def _standing(self) -> str:
        place = self._texts.text(f"ui.voices.place.{self.row.place.value}")
        if not self.row.status:
            return place
        return f"{place} {self._texts.text('ui.voices.status', status=self.row.status)}"

    def _button(self, what: str, key: str, kind: str = "") -> QPushButton:
        words = self._texts.text(key)
        button = word_button(f"{what}:{self.row.id}", words, kind)
        button.setAccessibleName(f"{words}: {self._shown}")
        return button
