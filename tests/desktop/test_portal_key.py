"""The talk key on Wayland, given by a portal on a private bus."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

import pytest

from companion.client.hotkeys.hotkey import Hotkey, Purpose, Standing, open_hotkey
from tests.helpers.desktop_screen import Screen
from tests.helpers.desktop_tools import need
from tests.helpers.portal_stand_in import Portal, SessionBus

pytestmark = pytest.mark.desktop


Portals = Callable[..., Portal]
SHORTCUT = Purpose.TALK.value


@pytest.fixture
def portals() -> Iterator[Portals]:
    """Makes portals, and ends them."""
    with contextlib.ExitStack() as made:
        yield lambda *args, **options: made.enter_context(
            contextlib.closing(Portal(*args, **options))
        )


class Watched:
    """A talk key on Wayland and what it told."""

    def __init__(self, key: str = "F8", purpose: Purpose = Purpose.TALK) -> None:
        self.changes: list[bool] = []
        self.standings: list[Standing] = []
        self._news = threading.Condition()
        self.hotkey: Hotkey = open_hotkey(
            key,
            lambda change: self._note(self.changes, change),
            "linux",
            lambda standing: self._note(self.standings, standing),
            purpose,
        )

    def wait_for(self, happened: Callable[[], object]) -> None:
        with self._news:
            assert self._news.wait_for(lambda: bool(happened()), 60), (self.changes, self.standings)

    def _note(self, notes: list, news: object) -> None:
        with self._news:
            notes.append(news)
            self._news.notify_all()


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[SessionBus]:
    """A session bus without a portal, on a Wayland desktop without X."""
    need("dbus-daemon")
    bus = SessionBus()
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.address)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.delenv("DISPLAY", raising=False)
    yield bus
    bus.stop()


@pytest.fixture
def key() -> Iterator[Watched]:
    watched = Watched("Ctrl+F8")
    yield watched
    watched.hotkey.stop()


def test_the_desktop_is_asked_and_its_keys_are_shown(
    bus: SessionBus, key: Watched, portals: Portals
) -> None:
    portal = portals(bus, trigger="Meta+F8")
    key.hotkey.start()
    key.wait_for(lambda: key.standings)
    assert portal.asked == [(SHORTCUT, "CTRL+F8")]
    assert key.standings == [Standing("Meta+F8", "")]


def test_press_and_release_come_from_the_desktop(
    bus: SessionBus, key: Watched, portals: Portals
) -> None:
    portal = portals(bus)
    key.hotkey.start()
    key.wait_for(lambda: key.standings)
    for count, member in enumerate(("Activated", "Deactivated", "Activated"), 1):
        portal.tell(member, SHORTCUT)
        key.wait_for(lambda count=count: len(key.changes) == count)
    assert key.changes == [True, False, True]


def test_another_shortcut_is_not_ours(bus: SessionBus, key: Watched, portals: Portals) -> None:
    portal = portals(bus)
    key.hotkey.start()
    key.wait_for(lambda: key.standings)
    portal.tell("Activated", "screenshot")
    portal.tell("Activated", SHORTCUT)
    portal.tell("Deactivated", SHORTCUT)
    key.wait_for(lambda: len(key.changes) == 2)
    assert key.changes == [True, False]


def test_a_no_of_the_player_is_told_with_what_can_be_done(
    bus: SessionBus, key: Watched, portals: Portals
) -> None:
    portals(bus, agrees=False)
    key.hotkey.start()
    key.wait_for(lambda: key.standings)
    assert key.standings == [Standing("", "hotkey.portal_refused")]


def test_without_a_portal_x11_takes_over(
    bus: SessionBus, key: Watched, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", screen.name)
    key.hotkey.start()
    key.wait_for(lambda: key.standings)
    assert key.standings == [Standing("", "hotkey.limit_xwayland")]
    screen.xdotool(
        "keydown", "ctrl", "keydown", "F8", "sleep", "0.1", "keyup", "F8", "keyup", "ctrl"
    )
    key.wait_for(lambda: len(key.changes) == 2)


def test_a_bus_that_ends_releases_a_held_key(
    bus: SessionBus, key: Watched, portals: Portals
) -> None:
    portal = portals(bus)
    key.hotkey.start()
    key.wait_for(lambda: key.standings)
    portal.tell("Activated", SHORTCUT)
    key.wait_for(lambda: key.changes)
    bus.stop()
    key.wait_for(lambda: len(key.changes) == 2)
    assert key.changes == [True, False]


def test_stopping_while_held_releases_the_key(
    bus: SessionBus, key: Watched, portals: Portals
) -> None:
    portal = portals(bus)
    key.hotkey.start()
    key.wait_for(lambda: key.standings)
    portal.tell("Activated", SHORTCUT)
    key.wait_for(lambda: key.changes)
    key.hotkey.stop()
    assert key.changes == [True, False]


def test_the_overlays_key_is_another_shortcut_than_the_talk_key(
    bus: SessionBus, portals: Portals
) -> None:
    portal = portals(bus)
    overlay = Watched("F9", Purpose.OVERLAY)
    with contextlib.ExitStack() as ending:
        ending.callback(overlay.hotkey.stop)
        overlay.hotkey.start()
        portal.wait_until_bound()
        portal.tell("Activated", SHORTCUT)
        portal.tell("Activated", Purpose.OVERLAY.value)
        portal.tell("Deactivated", Purpose.OVERLAY.value)
        overlay.wait_for(lambda: len(overlay.changes) == 2)

    assert portal.asked == [("overlay", "F9")]
    assert overlay.changes == [True, False]
