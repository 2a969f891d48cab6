"""The usage page: what today, this month and all time cost, day by day and service by service."""

from __future__ import annotations

import datetime

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from companion.client.commands import ClientCommands
from companion.client.orders import AskUsage
from companion.client.state import ClientState
from companion.client.usage_lines import UsageGroup
from companion.client.usage_view import Bar, Cap, UsageView, usage_view
from companion.language.translations import Translations
from companion.protocol.responses import Entitlement, Usage
from companion.support.errors import Failure
from companion.ui.cards.progress_bar import ProgressBar
from companion.ui.icon_and_word import icon_button, word_button
from companion.ui.pages.bar_chart import BarChart, DayBar
from companion.ui.pages.desk import Books, PageDesk
from companion.ui.pages.money import money
from companion.ui.pages.page import Page, framed, notice
from companion.ui.pages.usage_table import usage_table
from companion.ui.sentences import failure_sentence
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words


class UsagePage(Page):
    """Draws the books of speech beside what the server counted. GUI thread."""

    def __init__(
        self, translations: Translations, commands: ClientCommands, desk: PageDesk
    ) -> None:
        super().__init__("usage", translations)
        self._commands = commands
        self._desk = desk
        self._books: Books | None = None
        self._told: Usage | None = None
        self._fault = ""
        again = icon_button("usage:again", "again", translations.text("ui.usage.again"))
        again.clicked.connect(self._ask)
        desk.books_came.connect(self.show_books)
        desk.books_failed.connect(self.books_failed)
        self._everyone = word_button(
            "usage:everyone", translations.text("ui.usage.everyone"), "chip"
        )
        self._everyone.clicked.connect(self._ask_everyone)
        self._everyone.hide()
        self.tools.addWidget(self._everyone)
        self.tools.addWidget(again)
        self._draw()

    def opened(self) -> None:
        """Read the books anew."""
        self._desk.read_books()

    def show_state(self, state: ClientState) -> None:
        """Take what the server told; an operator may ask for all of its players."""
        self._everyone.setVisible(_administers(state))
        if state.usage is not self._told:
            self._told = state.usage
            self._draw()

    def show_books(self, books: Books) -> None:
        """Take what was read from disk."""
        self._books, self._fault = books, ""
        self._draw()

    def books_failed(self, failure: Failure, detail: str) -> None:
        """Say why there are no books."""
        self._books, self._fault = None, failure_sentence(failure, detail, self.texts)
        self._draw()

    def _ask(self) -> None:
        self._desk.read_books()
        self._commands.order(AskUsage())

    def _ask_everyone(self) -> None:
        self._commands.order(AskUsage(everyone=True))

    def _draw(self) -> None:
        column = self.fresh()
        if self._fault:
            column.addWidget(Words(self._fault, Style(token="failed")))
        elif self._books is None:
            column.addWidget(Words(self.texts.text("ui.usage.reading"), Style(token="muted")))
        else:
            books = self._books
            view = usage_view(books.report, books.ledger, books.prices, self._told, books.day)
            self._draw_view(column, view)
        column.addStretch(1)

    def _draw_view(self, column: QVBoxLayout, view: UsageView) -> None:
        if not any(group.lines for group in view.groups):
            title, line = (self.texts.text(f"ui.usage.{key}") for key in ("none", "none.line"))
            column.addWidget(notice("chart", title, line))
            return
        for group in view.groups:
            if group.lines:
                column.addLayout(_sums(group, self.texts))
                break
        if any(bar.calls for bar in view.bars):
            column.addWidget(_days(view, self.texts))
        if view.caps:
            column.addWidget(_caps(view.caps, view.groups[0].currency, self.texts))
        for group in view.players:
            column.addWidget(usage_table(group, self.texts, of_players=True))
        for group in view.groups:
            if group.lines:
                column.addWidget(usage_table(group, self.texts))
        if view.prices_dated:
            dated = self.texts.text("ui.usage.dated", day=view.prices_dated)
            column.addWidget(Words(dated, Style(Size.SMALL, "muted")))


def _administers(state: ClientState) -> bool:
    """Whether there are other players, and the player may see what they use."""
    entitled = state.engine.entitlement if state.engine else None
    return bool(state.server) and isinstance(entitled, Entitlement) and entitled.operator


def _sums(group: UsageGroup, texts: Translations) -> QHBoxLayout:
    """Three tiles: today, this month, all time."""
    row = QHBoxLayout()
    row.setSpacing(3 * GRID)
    name = texts.text(f"client.usage.{group.name}")
    for period, cost in (("today", group.today), ("month", group.month), ("total", group.total)):
        if cost is None:
            continue
        frame, column = framed()
        shown = ("" if group.is_whole else "≥ ") + money(cost, group.currency, texts)
        caption = texts.text(f"ui.usage.{period}")
        column.setSpacing(0)
        column.addWidget(Words(f"{name} · {caption}", Style(Size.SMALL, "muted", max_lines=1)))
        column.addWidget(Words(shown, Style(Size.TITLE, bold=True, max_lines=1)))
        frame.setAccessibleName(f"{name}, {caption}: {shown}")
        row.addWidget(frame, 1)
    return row


def _days(view: UsageView, texts: Translations) -> QWidget:
    """The last days: of money where there is a price, else of calls."""
    has_cost = any(bar.cost for bar in view.bars)
    title = texts.text("ui.usage.days" if has_cost else "ui.usage.days.calls")
    currency = view.groups[0].currency
    bars = _bars(view.bars, currency, texts, has_cost=has_cost)
    most = max(bar.cost for bar in view.bars) if has_cost else None
    top = money(most, currency, texts) if most else str(max(bar.calls for bar in view.bars))
    frame, column = framed(title)
    chart = BarChart(title, bars, top)
    said = Words(bars[-1].words, Style(Size.SMALL, "muted", max_lines=1))
    chart.pointed.connect(lambda place: said.say(bars[place].words))
    column.addWidget(said)
    column.addWidget(chart)
    return frame


def _bars(
    days: tuple[Bar, ...], currency: str, texts: Translations, *, has_cost: bool
) -> list[DayBar]:
    most = max(bar.calls for bar in days) or 1
    return [
        DayBar(
            _short(bar.day),
            texts.text(
                "ui.usage.day",
                day=bar.day,
                cost=money(bar.cost, currency, texts),
                calls=str(bar.calls),
            ),
            bar.share if has_cost else bar.calls / most,
        )
        for bar in days
    ]


def _short(day: str) -> str:
    date = datetime.date.fromisoformat(day)
    return f"{date.month}/{date.day}"


def _caps(caps: tuple[Cap, ...], currency: str, texts: Translations) -> QWidget:
    frame, column = framed(texts.text("ui.usage.caps"))
    for cap in caps:
        used, limit = (money(sum_, currency, texts) for sum_ in (cap.used, cap.limit))
        words = texts.text(f"ui.usage.cap.{cap.name}", used=used, limit=limit)
        is_reached = cap.share >= 1
        column.addWidget(Words(words, Style(token="failed" if is_reached else "ink")))
        column.addWidget(ProgressBar(cap.share, "failed" if is_reached else "accent"))
    return frame
