"""The game folder: those of known launchers, another one, or the demo world."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from companion.client.first_start.launchers import FoundGame
from companion.client.first_start.steps import Step
from companion.ui.icon_and_word import word_button
from companion.ui.pages.first_start.step import StepParts, StepView, buttons, emptied
from companion.ui.pages.page import framed
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words


class GameStep(StepView):
    """The folder in use is marked; the others have a button each. GUI thread."""

    def __init__(self, parts: StepParts) -> None:
        super().__init__(Step.GAME, parts)
        self._folder = parts.desk.settings.instance
        self._games: tuple[FoundGame, ...] = ()
        self._rows: list[QWidget] = []
        self._said = Words(parts.text("first.game.looking"), Style(token="muted"))
        self._said.setObjectName("first:found")
        self._list = QVBoxLayout()
        self._list.setSpacing(GRID)
        parts.desk.games_came.connect(self._came)
        frame, column = framed(parts.text("first.game.found"))
        column.addWidget(self._said)
        column.addLayout(self._list)
        choose = word_button("first:game:choose", parts.text("first.game.choose"))
        choose.clicked.connect(self._browse)
        demo = word_button("first:game:demo", parts.text("first.game.demo"))
        demo.clicked.connect(lambda: self._use(""))
        column.addLayout(buttons(choose, demo))
        self.column.addWidget(frame)
        self._draw()

    @property
    def is_done(self) -> bool:
        """Whether a folder is in use."""
        return bool(self._folder)

    def opened(self) -> None:
        """Look where launchers keep theirs."""
        self.parts.desk.find_games()

    def _came(self, games: tuple[FoundGame, ...]) -> None:
        self._games = games
        text = self.parts.text
        self._said.say(
            text("first.game.some", count=str(len(games))) if games else text("first.game.none")
        )
        self._draw()

    def _draw(self) -> None:
        emptied(self._list, self._rows)
        known = {game.folder: game for game in self._games}
        rows = [
            GameRow(game.folder, game.name, _about(game, self.parts)) for game in known.values()
        ]
        if self._folder not in known:
            name = self._folder or self.parts.text("first.game.demo_world")
            rows.insert(0, GameRow(self._folder, name, ""))
        for row in rows:
            in_use = row.folder == self._folder
            row.add_end(self.parts, self._use, in_use=in_use)
            self._list.addWidget(row)
        self._rows = list(rows)

    def _use(self, folder: str) -> None:
        self._folder = folder
        self.parts.desk.change(instance=folder)
        self._draw()
        self.moved.emit()

    def _browse(self) -> None:
        title = self.parts.text("first.game.choose")
        if chosen := QFileDialog.getExistingDirectory(self, title, self._folder):
            self._use(chosen)


class GameRow(QFrame):
    """One folder: its name, what is known of it, and use."""

    def __init__(self, folder: str, name: str, about: str) -> None:
        super().__init__()
        self.folder = folder
        self._name = name
        self.setObjectName(f"first:game:{folder}")
        self.setAccessibleName(name)
        self.setAccessibleDescription(about)
        self.setToolTip(folder)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Words(name, Style(bold=True, max_lines=1)))
        if about:
            words.addWidget(Words(about, Style(Size.SMALL, "muted", max_lines=1)))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, GRID, 0, GRID)
        self._row.setSpacing(2 * GRID)
        self._row.addLayout(words, 1)

    def add_end(self, parts: StepParts, use: Callable[[str], None], *, in_use: bool) -> None:
        """Offer to use it, or say that it is used."""
        if in_use:
            style = Style(Size.SMALL, "accent", bold=True)
            self._row.addWidget(Words(parts.text("first.game.in_use"), style))
            return
        button = word_button(f"first:use:{self.folder}", parts.text("first.game.use"))
        button.setAccessibleName(f"{parts.text('first.game.use')}: {self._name}")
        button.clicked.connect(lambda: use(self.folder))
        self._row.addWidget(button)


def _about(game: FoundGame, parts: StepParts) -> str:
    quests = parts.text("first.game.quests" if game.has_quests else "first.game.no_quests")
    return f"{game.launcher} · {quests}"
