"""The overlay while the program runs: drawn anew, hidden by its key or route. GUI thread."""

from __future__ import annotations

import os
import sys

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from companion.app import answer_route
from companion.app.answer_route import Sight
from companion.app.fullscreen import FullscreenWatch, exclusive_of_system
from companion.app.overlay_key import OverlayKey
from companion.app.session import Session
from companion.app.settings_desk import SettingsDesk
from companion.cards.library import load_library
from companion.client.game_lines import GameLines, lines_of
from companion.client.orders import ShowLine
from companion.client.state import EMPTY, ClientState
from companion.support.settings import OverlayRoute
from companion.ui.bridge import StateBridge
from companion.ui.overlay import Overlay
from companion.ui.screen_watch import ScreenWatch


class OverlayDesk(QObject):
    """Keeps one overlay, and says on the status line which way answers take.

    Args:
        settings: Where its place, key and route are.
        session: The client's orders.
        bridge: Snapshots to draw.
        window: Goes to another screen where the player wants to read there.
    """

    def __init__(
        self,
        settings: SettingsDesk,
        session: Session,
        bridge: StateBridge,
        window: QWidget,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._session = session
        self._bridge = bridge
        self._window = window
        self._state = EMPTY
        self._hidden = False
        self._key = OverlayKey(self)
        self._key.pressed.connect(self.switch)
        self._key.stood.connect(self._tell_limit)
        self._screens = ScreenWatch(self)
        self._screens.changed.connect(self.follow_route)
        self._fullscreen = FullscreenWatch(self, exclusive_of_system())
        self._fullscreen.changed.connect(self.follow_route)
        self._lines = GameLines()
        bridge.state_changed.connect(self._remember)
        self._overlay = self._made()

    def begin(self) -> None:
        """Watch the key, and say how answers are shown."""
        self.watch_key()
        self.follow_route()

    def end(self) -> None:
        """Close the overlay and watch no more."""
        self._key.stop()
        self._fullscreen.watch(wanted=False)
        self._screens.end()
        self._overlay.close()

    def switch(self) -> None:
        """Hide it, or let it be seen again."""
        self._hidden = not self._hidden
        self._overlay.want(self._is_wanted())

    def replace(self) -> None:
        """Draw it anew: language, packs or place changed."""
        before = self._overlay
        self._bridge.state_changed.disconnect(before.show_state)
        self._bridge.level_changed.disconnect(before.show_level)
        before.close()
        before.deleteLater()
        self._overlay = self._made()
        self._overlay.want(self._is_wanted())
        self._overlay.show_state(self._state)

    def follow_route(self) -> None:
        """Show answers the way the settings say, on the screens there are now."""
        self._fullscreen.watch(wanted=self._chosen is OverlayRoute.OVERLAY)
        self._overlay.want(self._is_wanted())
        if self._chosen is OverlayRoute.SECOND_SCREEN:
            self._to_other_screen()
        self._tell_limit()

    def watch_key(self) -> None:
        """Watch the key of the settings, unless talking has it."""
        self._key.watch("" if self._key_conflict() else self._settings.settings.overlay_key)

    def _tell_limit(self) -> None:
        sight = Sight(
            self._fullscreen.is_exclusive,
            is_wayland(),
            len(QGuiApplication.screens()),
            self._state.in_game,
            self._key.limit or self._key_conflict(),
        )
        self._session.set_part(answer_route.account(self._chosen, sight))

    def _key_conflict(self) -> str:
        """Why no key hides the overlay although one is chosen; empty for none."""
        settings = self._settings.settings
        is_talk_key = settings.overlay_key and settings.overlay_key == settings.talk_key
        return "overlay.same_key" if is_talk_key else ""

    def _is_wanted(self) -> bool:
        return not self._hidden and self._route() is OverlayRoute.OVERLAY

    @property
    def _chosen(self) -> OverlayRoute:
        return self._settings.settings.overlay_route

    def _route(self) -> OverlayRoute:
        return answer_route.route(self._chosen, Sight(self._fullscreen.is_exclusive))

    def _remember(self, state: ClientState) -> None:
        before, self._state = self._state, state
        fresh = self._lines.fresh(state)
        if fresh and self._route() is OverlayRoute.GAME:
            for entry in fresh:
                for line in lines_of(entry, self._texts.render):
                    self._session.order(ShowLine(line))
        if before.in_game is not state.in_game:
            self._tell_limit()

    def _to_other_screen(self) -> None:
        """Leave the first screen to the game; where it is the only one, stay."""
        first = QGuiApplication.primaryScreen()
        other = next((s for s in QGuiApplication.screens() if s is not first), None)
        if other is not None and self._window.screen() is first:
            self._window.move(other.availableGeometry().topLeft())

    def _made(self) -> Overlay:
        settings = self._settings.settings
        library = load_library(settings.locale, settings.resource_packs)
        self._texts = library.translations
        overlay = Overlay(
            library,
            self._session,
            settings.overlay_position,
            self._settings.move_overlay,
            settings.overlay_places,
        )
        self._bridge.state_changed.connect(overlay.show_state)
        self._bridge.level_changed.connect(overlay.show_level)
        return overlay


def is_wayland() -> bool:
    """Whether the desktop decides what stays above a fullscreen game."""
    return sys.platform.startswith("linux") and bool(os.environ.get("WAYLAND_DISPLAY"))
