"""Who speaks with which voice: what is bound, binding and unbinding."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtWidgets import QCompleter, QFrame, QVBoxLayout

from companion.client.voices_state import BindingRow, Busy, SpeakerKind, VoicesState
from companion.client.voices_view import binding_of, binding_rows, choosable
from companion.language.translations import Translations
from companion.speech.voices.voice_book import Binding, VoiceBook
from companion.ui.flow_layout import in_a_row
from companion.ui.icon_and_word import word_button
from companion.ui.pages.voices.parts import Panel, choice, fill, in_order, languages, line
from companion.ui.pages.voices_desk import VoicesDesk
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

MOST_WHO = 80


class BindingsPanel(Panel):
    """GUI thread."""

    def __init__(self, texts: Translations, desk: VoicesDesk) -> None:
        super().__init__("voices:bindings", texts, "ui.voices.bindings")
        text = texts.text
        self._desk = desk
        self._is_free = False
        self._rows: dict[BindingRow, _BindingView] = {}
        kinds = [(text(f"ui.voices.speaker.{kind.value}"), kind.value) for kind in SpeakerKind]
        self._speaker = choice("voices:speaker", text("ui.voices.speaker"), kinds)
        self._who = line("voices:who", text("ui.voices.who"), MOST_WHO)
        self._names = QStringListModel(self)
        self._who.setCompleter(self._completer())
        every = (text("ui.voices.language.any"), "")
        self._language = choice(
            "voices:bound_language", text("ui.voices.language"), [every, *languages(texts)]
        )
        self._voice = choice("voices:voice", text("ui.voices.voice"), [])
        self._bind = word_button("voices:bind", text("ui.voices.bind"), "primary")
        self._lines = QVBoxLayout()
        self._lines.setSpacing(0)
        self._stops = (self._speaker, self._who, self._language, self._voice, self._bind)
        self._form = QFrame()
        self._lay_out()
        self._speaker.currentIndexChanged.connect(self._draw)
        self._who.textChanged.connect(self._draw)
        self._who.returnPressed.connect(self._ask)
        self._bind.clicked.connect(self._ask)

    def show_voices(self, state: VoicesState) -> None:
        """Draw what is bound, and what can be."""
        book = state.book or VoiceBook()
        self._is_free = state.book is not None and state.busy is Busy.NOTHING
        fill(self._voice, choosable(book))
        self._fill(binding_rows(book))
        self._form.setVisible(bool(book.voices))
        self._draw()

    def show_characters(self, names: tuple[str, ...]) -> None:
        """Offer names of characters while one is typed."""
        if list(names) != self._names.stringList():
            self._names.setStringList(list(names))

    def _wanted(self) -> Binding | None:
        kind = SpeakerKind(str(self._speaker.currentData()))
        voice, language = self._voice.currentData() or "", self._language.currentData() or ""
        return binding_of(kind, self._who.text(), str(voice), str(language))

    def _ask(self) -> None:
        wanted = self._wanted()
        if wanted is not None and self._bind.isEnabled():
            self._desk.bind(wanted)
            self._who.clear()

    def _draw(self) -> None:
        self._who.setVisible(self._speaker.currentData() == SpeakerKind.NAMED.value)
        self._bind.setEnabled(self._is_free and self._wanted() is not None)
        for view in self._rows.values():
            view.unbind.setEnabled(self._is_free)

    def _fill(self, rows: tuple[BindingRow, ...]) -> None:
        if tuple(self._rows) == rows:
            return
        for view in self._rows.values():
            self._lines.removeWidget(view)
            view.hide()
            view.deleteLater()
        self._rows = {row: _BindingView(row, self.texts, self._desk) for row in rows}
        for view in self._rows.values():
            self._lines.addWidget(view)
        in_order(*(view.unbind for view in self._rows.values()), *self._stops)

    def _lay_out(self) -> None:
        line = Words(self.texts.text("ui.voices.bindings.line"), Style(Size.SMALL, "muted"))
        self.column.addWidget(line)
        self.column.addLayout(self._lines)
        self.column.addWidget(self._form)
        form = QVBoxLayout(self._form)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(2 * GRID)
        form.addWidget(in_a_row(self._speaker, self._who, self._language))
        form.addWidget(in_a_row(self._voice, self._bind))

    def _completer(self) -> QCompleter:
        completer = QCompleter(self._names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        return completer


class _BindingView(QFrame):
    """One binding, and the way out of it."""

    def __init__(self, row: BindingRow, texts: Translations, desk: VoicesDesk) -> None:
        super().__init__()
        words = _speaker_words(row, texts)
        self.setObjectName(f"binding:{row.speaker}:{row.language}")
        self.setAccessibleName(f"{words}: {row.voice}")
        self.unbind = word_button(
            f"unbind:{row.speaker}:{row.language}", texts.text("ui.voices.unbind"), "quiet"
        )
        self.unbind.setAccessibleName(f"{texts.text('ui.voices.unbind')}: {words}")
        self.unbind.clicked.connect(lambda: desk.unbind(row.speaker, row.language))
        line = QVBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        spoken = Words(row.voice, Style(bold=True, max_lines=1))
        line.addWidget(in_a_row(Words(f"{words}:", Style(max_lines=1)), spoken, self.unbind))


def _speaker_words(row: BindingRow, texts: Translations) -> str:
    """`Quest stories · English`, `Nora`; a speaker without words of its own by its id."""
    key = f"ui.voices.speaker.{row.kind}"
    who = row.who or (texts.text(key) if texts.has(key) else row.speaker)
    if not row.language:
        return who
    return f"{who} · {texts.text(f'ui.voices.language.{row.language}')}"
