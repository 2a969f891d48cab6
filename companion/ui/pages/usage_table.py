"""A table of the usage page: one line for each service, or for each player."""

from __future__ import annotations

from decimal import Decimal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from companion.client.usage_lines import UsageGroup, UsageLine
from companion.language.translations import Translations
from companion.ui.pages.money import amounts, money
from companion.ui.pages.page import framed
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

MOST_LINES = 60
"""Lines of a table that are shown; one with more says how many."""


def usage_table(group: UsageGroup, texts: Translations, *, of_players: bool = False) -> QWidget:
    """A table: service or player, what was used, calls, cost."""
    title = texts.text(f"client.usage.{group.name}")
    if of_players:
        title = texts.text("ui.usage.by_player", title=title)
    frame, column = framed(title)
    grid = QGridLayout()
    grid.setHorizontalSpacing(4 * GRID)
    grid.setVerticalSpacing(2 * GRID)
    grid.setColumnStretch(0, 1)
    first = "player" if of_players else "service"
    for place, head in enumerate((first, "calls", "today_cost", "total_cost")):
        grid.addWidget(_cell(texts.text(f"ui.usage.head.{head}"), "muted", place), 0, place)
    for row, line in enumerate(group.lines[:MOST_LINES], 1):
        _put_line(grid, row, line, group.currency, texts)
    column.addLayout(grid)
    if len(group.lines) > MOST_LINES:
        more = texts.text("ui.usage.more", count=str(len(group.lines) - MOST_LINES))
        column.addWidget(Words(more, Style(Size.SMALL, "muted")))
    if not group.is_whole:
        column.addWidget(Words(texts.text("ui.usage.partial"), Style(Size.SMALL, "waiting")))
    return frame


def _put_line(
    grid: QGridLayout, row: int, line: UsageLine, currency: str, texts: Translations
) -> None:
    name = QVBoxLayout()
    name.setSpacing(0)
    who = f"{line.player} · {line.source}" if line.player else line.source
    name.addWidget(Words(who or texts.text("ui.usage.server"), Style(max_lines=1)))
    note = amounts(line.amount, texts)
    if line.uncounted:
        note += " · " + texts.text("ui.usage.uncounted", count=str(line.uncounted))
    if line.maybe:
        note += " · " + texts.text("ui.usage.maybe", count=str(line.maybe))
    name.addWidget(Words(note, Style(Size.SMALL, "muted", max_lines=2)))
    grid.addLayout(name, row, 0)
    costs: tuple[Decimal | None, ...] = (line.today, line.total)
    cells = (f"{line.calls:,}", *(money(cost, currency, texts) for cost in costs))
    for place, text in enumerate(cells, 1):
        token = "muted" if place > 1 and costs[place - 2] is None else "ink"
        grid.addWidget(_cell(text, token, place), row, place)


def _cell(text: str, token: str, place: int) -> Words:
    words = Words(text, Style(Size.SMALL if token == "muted" else Size.BODY, token, max_lines=1))
    if place:
        words.setAlignment(Qt.AlignmentFlag.AlignRight)
    return words
