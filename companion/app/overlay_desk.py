"""The overlay while the program runs: drawn anew, hidden by its key or route. GUI thread."""

from __future__ import annotations

import logging
import os
import sys

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from companion.app.session import Session
from companion.app.settings_desk import SettingsDesk
from companion.cards.library import load_library
from companion.client.hotkeys.hotkey import Hotkey, Purpose
from companion.client.state import EMPTY, ClientState, Health, Part
from companion.support.errors import CompanionError
from companion.support.settings import OverlayRoute
from companion.ui.bridge import StateBridge
from companion.ui.overlay import Overlay

logger = logging.getLogger(__name__)

PART = "overlay"


class OverlayDesk(QObject):
    """Keeps one overlay, and says on the status line which way answers take.

    Args:
        settings: Where its place, key and route are.
        session: The client's orders.
        bridge: Snapshots to draw.
        window: Goes to another screen where the player wants to read there.
    """

    _pressed = Signal()

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
        self._hotkey: Hotkey | None = None
        self._pressed.connect(self.switch)
        bridge.state_changed.connect(self._remember)
        self._overlay = self._made()

    def begin(self) -> None:
        """Watch the key, and say how answers are shown."""
        self.watch_key()
        self.follow_route()

    def end(self) -> None:
        """Close the overlay and watch no more."""
        self._unwatch()
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
        """Show answers the way the settings say."""
        route = self._settings.settings.overlay_route
        self._overlay.want(self._is_wanted())
        limit = _limit(route)
        if route is OverlayRoute.SECOND_SCREEN and not limit:
            self._to_other_screen()
        health = Health.LIMITED if limit else Health.READY
        self._session.set_part(Part(PART, health, route.value, None, limit))

    def watch_key(self) -> None:
        """Watch the key of the settings; without one the tray's entry is the way."""
        from companion.app import hotkey

        self._unwatch()
        key = self._settings.settings.overlay_key
        if not key or key == self._settings.settings.talk_key:
            return
        try:
            self._hotkey = hotkey.open_hotkey(key, self._changed, purpose=Purpose.OVERLAY)
            self._hotkey.start()
        except CompanionError as error:
            logger.warning("the overlay's key is not watched: %s", error)
            self._hotkey = None

    def _changed(self, held: bool) -> None:  # noqa: FBT001 - the hotkey's callback
        """On the watching thread."""
        if held:
            self._pressed.emit()

    def _unwatch(self) -> None:
        hotkey, self._hotkey = self._hotkey, None
        if hotkey:
            hotkey.stop()

    def _is_wanted(self) -> bool:
        return not self._hidden and self._settings.settings.overlay_route is OverlayRoute.OVERLAY

    def _remember(self, state: ClientState) -> None:
        self._state = state

    def _to_other_screen(self) -> None:
        first = QGuiApplication.primaryScreen()
        other = next(s for s in QGuiApplication.screens() if s is not first)
        if self._window.screen() is first:
            self._window.move(other.availableGeometry().topLeft())

    def _made(self) -> Overlay:
        settings = self._settings.settings
        overlay = Overlay(
            load_library(settings.locale, settings.resource_packs),
            self._session,
            settings.overlay_position,
            self._settings.move_overlay,
            settings.overlay_places,
        )
        self._bridge.state_changed.connect(overlay.show_state)
        self._bridge.level_changed.connect(overlay.show_level)
        return overlay


def _limit(route: OverlayRoute) -> str:
    """Key of the sentence that says why the route may not do; empty when it does."""
    if route is OverlayRoute.OVERLAY and is_wayland():
        return "overlay.wayland"
    if route is OverlayRoute.SECOND_SCREEN and len(QGuiApplication.screens()) < 2:
        return "overlay.one_screen"
    return ""


def is_wayland() -> bool:
    """Whether the desktop decides what stays above a fullscreen game."""
    return sys.platform.startswith("linux") and bool(os.environ.get("WAYLAND_DISPLAY"))
