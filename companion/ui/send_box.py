"""Where the player types: Enter sends, a draft waits to be sent, Stop while something runs."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton

from companion.client.commands import ClientCommands
from companion.client.completion import complete
from companion.client.contributions.cache import BoundCommand
from companion.client.state import EMPTY, ClientState, Phase
from companion.language.translations import Translations
from companion.protocol.limits import MAX_CHAT_CHARACTERS
from companion.ui.completion import Completion
from companion.ui.icons import icon
from companion.ui.mode_button import ModeButton
from companion.ui.style_sheet import of_kind
from companion.ui.talk_button import TalkButton
from companion.ui.theme import GRID, colour
from companion.ui.utf16 import index_at


class SendBox(QFrame):
    """AI mode, text field, send or stop, talk. GUI thread."""

    sent = Signal()
    """Words went to the client."""

    def __init__(self, commands: ClientCommands, translations: Translations) -> None:
        super().__init__()
        of_kind(self, "bar")
        self.setObjectName("send_box")
        self._commands = commands
        self._translations = translations
        self._draft = ""
        self._stops = False
        self._state = EMPTY
        self._commands_here: tuple[BoundCommand, ...] = ()
        self._completion = Completion(translations, self)
        self._field = self._make_field()
        self._button = self._make_button()
        self.talk = TalkButton(commands, translations.text("ui.talk"))
        row = QHBoxLayout(self)
        row.setContentsMargins(4 * GRID, 3 * GRID, 4 * GRID, 3 * GRID)
        row.setSpacing(2 * GRID)
        self.mode = ModeButton(commands, translations)
        row.addWidget(self.mode)
        row.addWidget(self._field, 1)
        row.addWidget(self._button)
        row.addWidget(self.talk)
        self._show_button(stops=False)

    def show_state(self, state: ClientState, local: tuple[BoundCommand, ...] = ()) -> None:
        """Take a new draft; offer Stop while a request or the voice runs.

        Args:
            state: The moment.
            local: The client's own commands, for completion.
        """
        self._state, self._commands_here = state, local
        self.mode.show_state(state)
        self._completion.drop_stale(state)
        if state.draft != self._draft:
            before, self._draft = self._draft, state.draft
            self._take_draft(before, state.draft)
        self.talk.show_phase(state.voice.phase)
        self._show_button(stops=state.waiting or state.voice.phase is Phase.SPEAKING)

    def _take_draft(self, before: str, draft: str) -> None:
        """Put words into the field, behind what the player was typing; a settled draft goes."""
        typed = self._field.text().strip()
        is_own = bool(typed) and typed != before
        if draft:
            self._field.setText(f"{typed} {draft}" if is_own else draft)
        elif not is_own:
            self._field.clear()

    def completion_lines(self) -> list[str]:
        """What the list beneath the box offers, best first."""
        return self._completion.lines

    def show_key(self, key: str) -> None:
        """Name the talk key in the empty field."""
        text = self._translations.text("ui.send.hint", talk_key=key)
        if text != self._field.placeholderText():
            self._field.setPlaceholderText(text)

    @property
    def typed(self) -> str:
        """What stands in the box and was not sent."""
        return self._field.text()

    def type_again(self, words: str) -> None:
        """Put back what stood in the box before it was made anew."""
        self._field.setText(words)

    def take_focus(self) -> None:
        """Put the cursor into the field."""
        self._field.setFocus()

    def _make_field(self) -> QLineEdit:
        field = QLineEdit()
        of_kind(field, "send")
        field.setObjectName("send:text")
        field.setAccessibleName(self._translations.text("ui.send.name"))
        field.setMaxLength(MAX_CHAT_CHARACTERS)
        self._completion.attach(field)
        field.textEdited.connect(self._edited)
        field.returnPressed.connect(self._send)
        return field

    def _edited(self) -> None:
        """Offer ways to go on with what stands before the cursor."""
        text = self._field.text()
        if index_at(text, self._field.cursorPosition()) < len(text):
            self._completion.close()
            return
        self._completion.offer(complete(text, self._commands_here, self._state))

    def _make_button(self) -> QPushButton:
        button = QPushButton()
        of_kind(button, "icon")
        button.setObjectName("send:button")
        button.setIconSize(QSize(20, 20))
        button.clicked.connect(self._clicked)
        return button

    def _show_button(self, *, stops: bool) -> None:
        name = self._translations.text("ui.stop" if stops else "ui.send")
        if name == self._button.accessibleName():
            return
        self._stops = stops
        self._button.setAccessibleName(name)
        self._button.setToolTip(name)
        self._button.setIcon(
            icon("stop" if stops else "send", colour("failed" if stops else "ink"))
        )

    def _clicked(self) -> None:
        if self._stops:
            self._commands.cancel()
        else:
            self._send()

    def _send(self) -> None:
        text = self._field.text().strip()
        if text:
            self._field.clear()
            self._completion.close()
            self._commands.send(text)
            self.sent.emit()
