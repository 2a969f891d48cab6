"""The overlay: voice strip, front card and captions above the game; never takes the focus.

On X11 the window goes around the window manager: managed windows hide below a game that fills the
screen, and the manager's frame would take the clicks meant for the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QMouseEvent, QPainterPath, QRegion, QScreen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.cards.library import CardLibrary
from companion.client.commands import ClientCommands
from companion.client.state import EMPTY, ClientState, Phase
from companion.ui.compositor import is_composited
from companion.ui.look import LOOK_CHANGES, look
from companion.ui.main_window import talk_key
from companion.ui.overlay_card_panel import CardPanel
from companion.ui.overlay_panel import OverlayPanel
from companion.ui.overlay_place import Area, overlay_width, placed, tallest_card
from companion.ui.screen_watch import ScreenWatch
from companion.ui.theme import GRID, RADIUS, Size
from companion.ui.voice_strip import VoiceStrip
from companion.ui.words import Style, Words

ANYWHERE = (-1, -1)
NO_PLACES: Mapping[str, tuple[int, int]] = MappingProxyType({})

FLAGS = (
    Qt.WindowType.FramelessWindowHint
    | Qt.WindowType.WindowStaysOnTopHint
    | Qt.WindowType.WindowDoesNotAcceptFocus
    | Qt.WindowType.Tool
    | Qt.WindowType.X11BypassWindowManagerHint
    | Qt.WindowType.NoDropShadowWindowHint
)


class Overlay(QWidget):
    """Draws snapshots of the client over the game; hidden while there is nothing to show.

    Clicks go through it while it shows nothing to press. GUI thread.

    Args:
        library: Templates and texts of the player's language.
        commands: The client.
        position: Left and top that the player chose; negative ones let the overlay choose.
        on_moved: Called with screen, left and top when the player has dragged it.
        places: Left and top by the names of screens, for when `position` is on none of them.
    """

    def __init__(
        self,
        library: CardLibrary,
        commands: ClientCommands,
        position: tuple[int, int] = (-1, -1),
        on_moved: Callable[[str, int, int], None] | None = None,
        places: Mapping[str, tuple[int, int]] = NO_PLACES,
    ) -> None:
        super().__init__(None, FLAGS)
        self._scale = look().scale
        self._position = position
        self._on_moved = on_moved
        self._places = dict(places)
        self._wanted = True
        self._state = EMPTY
        self._drag: QPoint | None = None
        self._dragged = False
        self._opaque = False
        self.setObjectName("overlay")
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._texts = library.translations
        self._strip = VoiceStrip(library.translations)
        self._card_panel = CardPanel(library, commands)
        self._caption_panel = OverlayPanel("caption_panel")
        self._caption = Words(style=Style(Size.BODY, max_lines=4))
        self._caption.setObjectName("caption")
        self._caption_panel.column.addWidget(self._caption)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(3 * GRID)
        for panel in self._panels():
            self._column.addWidget(panel)
        self._caption_panel.hide()
        self._column.addStretch(1)
        self._screens = ScreenWatch(self)
        self._screens.changed.connect(self.screens_changed)

    def show_state(self, state: ClientState) -> None:
        """Draw a snapshot; of the card only what changed."""
        self._state = state
        self._strip.show_state(state, talk_key(state))
        self._card_panel.show_state(state)
        self._show_caption(state)
        if not self._wanted or is_empty(state):
            self.hide()
            return
        self._fit()
        if not self.isVisible():
            self._appear()
        self._let_clicks_through(through=not self._card_panel.has_card)

    def want(self, wanted: bool) -> None:  # noqa: FBT001 - a switch
        """Hide it whatever there is to show, or let it be seen again."""
        self._wanted = wanted
        self.show_state(self._state)

    def show_level(self, dbfs: float) -> None:
        """Draw how loud the microphone is."""
        self._strip.show_level(dbfs)

    @property
    def clicks_pass_through(self) -> bool:
        """Whether the game gets the clicks."""
        handle = self.windowHandle()
        return handle is not None and bool(handle.flags() & Qt.WindowType.WindowTransparentForInput)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the overlay to move it."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._drag = event.globalPosition().toPoint() - self.pos()
            self._dragged = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move it, never off the screen."""
        if self._drag is not None:
            to = event.globalPosition().toPoint() - self._drag
            self._position = (max(0, to.x()), max(0, to.y()))
            self._dragged = True
            self._place()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go; the place is kept."""
        self._drag = None
        if self._dragged:
            self._dragged = False
            self._position = (self.x(), self.y())
            screen = self._screen().name()
            self._places[screen] = self._position
            if self._on_moved:
                self._on_moved(screen, *self._position)

    def _panels(self) -> tuple[OverlayPanel, ...]:
        return (self._strip, self._card_panel, self._caption_panel)

    def _show_caption(self, state: ClientState) -> None:
        voice = state.voice
        words = voice.words if voice.phase is Phase.SPEAKING else ""
        said = words
        if words and voice.speaker:
            said = self._texts.text("ui.overlay.caption", speaker=voice.speaker, words=words)
        self._caption.say(said)
        self._caption_panel.setVisible(bool(words))

    def changeEvent(self, event: QEvent) -> None:
        """Take the room that another text size needs."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES and self._scale != look().scale:
            self._scale = look().scale
            QTimer.singleShot(0, self, self.screens_changed)  # once every part has its new size

    def _fit(self) -> None:
        screen = self._screen_area()
        width = overlay_width(look().scale, screen)
        self.setFixedWidth(width)
        self._card_panel.fit(width, tallest_card(look().scale, screen))
        for panel in self._panels():  # each would tell its new height with the next event only
            panel.column.activate()
            panel.updateGeometry()
        self._column.activate()
        self.resize(QSize(width, self._column.totalHeightForWidth(width)))
        self._column.activate()
        self._place()
        self._cut_out()

    def _screen_area(self) -> Area:
        free: QRect = self._screen().availableGeometry()
        return Area(free.left(), free.top(), free.width(), free.height())

    def _screen(self) -> QScreen:
        """The one it was put on, or the first when that one is gone."""
        return QGuiApplication.screenAt(QPoint(*self._position)) or QGuiApplication.primaryScreen()

    def _place(self) -> None:
        is_there = QGuiApplication.screenAt(QPoint(*self._position)) is not None
        wanted = self._position if is_there else self._places.get(self._screen().name(), ANYWHERE)
        self.move(*placed(wanted, self.width(), self.height(), self._screen_area()))

    def screens_changed(self) -> None:
        """A monitor came, went or changed: a shown overlay is seen, whatever became of its own."""
        if self.isVisible() and QGuiApplication.primaryScreen() is not None:
            self._fit()

    def _appear(self) -> None:
        self._opaque = not is_composited()
        for panel in self._panels():
            panel.opaque = self._opaque
        self._cut_out()
        self.show()
        self.raise_()

    def _cut_out(self) -> None:
        """Without a compositor, take away the window where no panel is: it would be black."""
        if not self._opaque:
            self.clearMask()
            return
        shape = QPainterPath()
        for panel in self._panels():
            if not panel.isHidden():
                shape.addRoundedRect(QRectF(panel.geometry()), RADIUS, RADIUS)
        self.setMask(QRegion(shape.toFillPolygon().toPolygon()))

    def _let_clicks_through(self, *, through: bool) -> None:
        if (handle := self.windowHandle()) is not None and through != self.clicks_pass_through:
            handle.setFlag(Qt.WindowType.WindowTransparentForInput, through)


def is_empty(state: ClientState) -> bool:
    """Whether there is nothing to show over the game."""
    return state.voice.phase is Phase.IDLE and (
        state.front is None or state.card(state.front) is None
    )
