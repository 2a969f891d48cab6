"""The history page: past turns to read, search and keep as a file; nothing in it can be pressed."""

from __future__ import annotations

import datetime
from pathlib import Path
from uuid import UUID

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from companion.cards.library import CardLibrary
from companion.cards.view_state import CardViewState
from companion.client.no_commands import NoCommands
from companion.client.past import NOT_ASKED, Past, PastTurn, as_json, as_text, search
from companion.client.state import ClientState, Entry, LiveCard, Speaker
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.ref import CardRef
from companion.support.errors import Failure
from companion.ui.card_drawing import card_in_window
from companion.ui.cards.renderer import CardWidget
from companion.ui.chat_entry import EntryWidget
from companion.ui.icon_and_word import word_button
from companion.ui.pages.desk import PageDesk
from companion.ui.pages.page import Page, notice
from companion.ui.sentences import failure_sentence
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

SHOWN_AT_ONCE = 40
"""Turns that are drawn; older ones are a button away."""
TYPING_MS = 150
"""From the last letter of a search to its result."""
_NO_CARD = CardRef(UUID(int=0), 0)


class HistoryPage(Page):
    """Draws `ClientState.past`. GUI thread."""

    def __init__(self, library: CardLibrary, desk: PageDesk) -> None:
        super().__init__("history", library.translations)
        self._library = library
        self._desk = desk
        desk.exported.connect(self.exported)
        self._past = NOT_ASKED
        self._most = SHOWN_AT_ONCE
        self._found: tuple[PastTurn, ...] = ()
        self._told = Words(style=Style(Size.SMALL, "muted"))
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._typing.timeout.connect(self.search)
        self._field = self._make_field()
        self.tools.addWidget(self._field)
        self._exports = [self._export_button(kind) for kind in ("text", "json")]
        self._draw()

    def show_state(self, state: ClientState) -> None:
        """Draw another past."""
        if state.past is not self._past:
            self._past = state.past
            self.search()

    def search(self) -> None:
        """Show what the field asks for."""
        self._typing.stop()
        render = self.texts.render
        self._found = search(self._past.turns, self._field.text(), render)
        self._most = SHOWN_AT_ONCE
        self._draw()

    def export(self, path: str) -> None:
        """Have what is found written to a file; its ending says in which form."""
        render = self.texts.render
        if Path(path).suffix.casefold() == ".json":
            text = as_json(self._found, render)
        else:
            names = self.texts.text("ui.history.you"), self.texts.text("ui.name")
            text = as_text(self._found, render, names)
        self._told.say(self.texts.text("ui.history.saving"), "muted")
        self._desk.export(path, text)

    def exported(self, failure: Failure | None, detail: str) -> None:
        """Say what came of it."""
        self._told.show()
        if failure is None:
            self._told.say(self.texts.text("ui.history.saved", name=detail), "accent")
        else:
            self._told.say(failure_sentence(failure, detail, self.texts), "failed")

    def _make_field(self) -> QLineEdit:
        field = QLineEdit()
        name = self.texts.text("ui.history.search")
        field.setObjectName("history:search")
        field.setAccessibleName(name)
        field.setPlaceholderText(name)
        field.setMaxLength(200)
        field.setMinimumWidth(40 * GRID)
        field.setClearButtonEnabled(False)
        field.textEdited.connect(self._typing.start)
        field.returnPressed.connect(self.search)
        return field

    def _export_button(self, kind: str) -> QWidget:
        button = word_button(f"history:{kind}", self.texts.text(f"ui.history.as_{kind}"))
        button.clicked.connect(lambda: self._choose("json" if kind == "json" else "txt"))
        self.tools.addWidget(button)
        return button

    def _choose(self, ending: str) -> None:
        title = self.texts.text("ui.history.export")
        name = f"companion-history.{ending}"
        path, _ = QFileDialog.getSaveFileName(self, title, name, f"*.{ending}")
        if path:
            self.export(path if Path(path).suffix else f"{path}.{ending}")

    def _draw(self) -> None:
        for button in self._exports:
            button.setEnabled(bool(self._found))
        self._told.setParent(self)  # out of the body that goes
        self._told.hide()
        column = self.fresh()
        if self._found:
            self._draw_found(column)
        else:
            column.addWidget(self._empty())
        column.addStretch(1)

    def _empty(self) -> QWidget:
        key = _why_empty(self._past, self._field.text())
        text = self.texts.text
        if key == "refused":
            reason = failure_sentence(self._past.reason, "", self.texts)
            return notice("calendar", text("ui.history.refused"), reason)
        return notice("calendar", text(f"ui.history.{key}"), text(f"ui.history.{key}.line"))

    def _draw_found(self, column: QVBoxLayout) -> None:
        """Oldest first, as a conversation is read; a day above its turns."""
        note = self.texts.text("ui.history.note", count=str(len(self._found)))
        column.addWidget(Words(note, Style(Size.SMALL, "muted")))
        column.addWidget(self._told)
        self._told.setVisible(bool(self._told.text()))
        if len(self._found) > self._most:
            older = word_button("history:older", self.texts.text("ui.history.older"), "chip")
            older.clicked.connect(self._show_older)
            column.addLayout(_middle(older))
        day = ""
        for number, turn in enumerate(self._found[-self._most :], 1):
            if (its_day := _day(turn.at)) != day:
                day = its_day
                column.addWidget(Words(day, Style(Size.SMALL, "muted", bold=True)))
            column.addWidget(self._turn(number, turn))

    def _turn(self, number: int, turn: PastTurn) -> QWidget:
        speaker = Speaker.PLAYER if turn.is_player else Speaker.COMPANION
        entry = Entry(number, speaker, turn.words, failed=turn.failed)
        cards = [self._card(data) for data in turn.cards]
        first = EntryWidget(entry, self.texts, (lambda _: cards[0]) if cards else None)
        if len(cards) <= 1:
            return first
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (first, *cards[1:]):
            column.addWidget(widget)
        return whole

    def _card(self, data: CardData) -> CardWidget:
        card = LiveCard(_NO_CARD, data, CardViewState(), active=False)
        return card_in_window(card, self._library, NoCommands())

    def _show_older(self) -> None:
        self._most += SHOWN_AT_ONCE
        self._draw()


def _why_empty(past: Past, wanted: str) -> str:
    if past.turns and wanted.strip():
        return "nothing_found"
    if past.is_known:
        return "none"
    return "refused" if past.reason else "asked"


def _middle(widget: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(widget)
    row.addStretch(1)
    return row


def _day(at: float) -> str:
    """The day on the player's calendar; a number that is no time stays a number."""
    try:
        return datetime.datetime.fromtimestamp(at).date().isoformat()
    except (OverflowError, ValueError, OSError):
        return str(at)
