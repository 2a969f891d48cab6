"""What every step of the first start is: a body below its title, and whether it has been done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from companion.cards.library import CardLibrary
from companion.client.commands import ClientCommands
from companion.client.first_start.steps import Step
from companion.client.servers_view import ServerOrders, ServersView
from companion.client.state import ClientState
from companion.ui.icon_and_word import word_button
from companion.ui.pages.first_start_desk import FirstStartDesk
from companion.ui.theme import GRID


@dataclass(frozen=True, slots=True)
class StepParts:
    """What a step is made of.

    Attributes:
        servers: Takes wishes about servers.
    """

    library: CardLibrary
    commands: ClientCommands
    desk: FirstStartDesk
    servers: ServerOrders

    def text(self, key: str, **values: str) -> str:
        """A text by its key."""
        return self.library.translations.text(key, **values)


class StepView(QWidget):
    """Base of all steps. GUI thread."""

    moved = Signal()
    """Whether it has been done may have changed."""
    wanted = Signal(str)
    """Another step is wanted, by its name."""

    def __init__(self, step: Step, parts: StepParts) -> None:
        super().__init__()
        self.parts = parts
        self.setObjectName(f"first:{step.value}")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(3 * GRID)

    @property
    def is_done(self) -> bool:
        """Whether the player has done what the step is for; else it is passed over."""
        return True

    def show_state(self, state: ClientState) -> None:
        """Draw a snapshot."""

    def show_level(self, dbfs: float) -> None:
        """Draw how loud the microphone is."""

    def show_servers(self, view: ServersView) -> None:
        """Draw what became of a wish about servers."""

    def opened(self) -> None:
        """The step comes to the front."""

    def left(self) -> None:
        """The step is in front no more."""


def options(
    name: str,
    choices: Iterable[tuple[str, str]],
    chosen: str,
    on_choice: Callable[[str], None],
) -> QWidget:
    """A row of buttons of which one is down.

    Args:
        name: Begins their object names: `<name>:<value>`.
        choices: Values, each with its words.
        chosen: The value whose button is down.
        on_choice: Told the value of the button that was pressed.
    """
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(2 * GRID)
    group = QButtonGroup(row)
    for value, words in choices:
        button = word_button(f"{name}:{value}", words, "option")
        button.setCheckable(True)
        button.setChecked(value == chosen)
        button.clicked.connect(_telling(on_choice, value))
        group.addButton(button)
        layout.addWidget(button)
    layout.addStretch(1)
    return row


def buttons(*made: QPushButton) -> QHBoxLayout:
    """Buttons side by side at the left."""
    row = QHBoxLayout()
    row.setSpacing(2 * GRID)
    for button in made:
        row.addWidget(button)
    row.addStretch(1)
    return row


def emptied(column: QVBoxLayout, widgets: Sequence[QWidget]) -> None:
    """Take widgets out of a column for good."""
    for widget in widgets:
        column.removeWidget(widget)
        widget.hide()
        widget.deleteLater()


def _telling(on_choice: Callable[[str], None], value: str) -> Callable[[], None]:
    return lambda: on_choice(value)
