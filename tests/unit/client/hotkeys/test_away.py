"""The desktop's word that nobody is at the keyboard: by signals, on a bus of the test's own."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator

import pytest

from companion.client.hotkeys.away import SIGNALS, AwayWatch, is_away

pytest.importorskip("jeepney")

from jeepney import DBusAddress, new_signal
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from tests.helpers.portal_stand_in import SessionBus

ALL = (*SIGNALS["SESSION"], *SIGNALS["SYSTEM"])
PATIENCE_S = 60.0


@pytest.mark.parametrize(
    ("interface", "member", "body", "away"),
    [
        ("org.gnome.ScreenSaver", "ActiveChanged", (True,), True),
        ("org.gnome.ScreenSaver", "ActiveChanged", (False,), False),
        ("org.freedesktop.login1.Manager", "PrepareForSleep", (True,), True),
        ("org.freedesktop.login1.Manager", "PrepareForSleep", (False,), False),
        ("org.freedesktop.login1.Session", "Lock", (), True),
        ("org.freedesktop.login1.Session", "Unlock", (), False),
        ("org.example.ScreenSaver", "ActiveChanged", (True,), False),
        ("org.gnome.ScreenSaver", "ActiveChanged", (), False),
    ],
)
def test_a_lock_and_a_sleep_that_begins_mean_that_nobody_is_there(
    interface: str,
    member: str,
    body: tuple[object, ...],
    away: bool,
) -> None:
    assert is_away(interface, member, body) is away


@pytest.fixture
def bus() -> Iterator[SessionBus]:
    if not shutil.which("dbus-daemon"):
        pytest.skip("no dbus-daemon")
    bus = SessionBus()
    yield bus
    bus.stop()


def tell(desktop: DBusConnection, interface: str, member: str, active: bool) -> None:
    path = DBusAddress("/org/example", interface=interface)
    desktop.send(new_signal(path, member, "b", (active,)))


def test_a_locked_screen_is_told_and_an_unlocked_one_is_not(bus: SessionBus) -> None:
    told = threading.Semaphore(0)
    watch = AwayWatch(bus.address, ALL, told.release)
    watch.start()
    with open_dbus_connection(bus.address) as desktop:
        for _ in range(600):  # until it listens
            tell(desktop, "org.gnome.ScreenSaver", "ActiveChanged", True)
            if told.acquire(timeout=0.1):
                break
        else:
            pytest.fail("a lock was not told")
        tell(desktop, "org.gnome.ScreenSaver", "ActiveChanged", False)
        tell(desktop, "org.freedesktop.login1.Manager", "PrepareForSleep", True)
        assert told.acquire(timeout=PATIENCE_S)
    watch.stop()
    assert watch._thread._thread is None


def test_a_bus_that_is_not_there_is_no_fault() -> None:
    watch = AwayWatch("unix:path=/nowhere/bus", ALL, lambda: None)
    watch.start()
    watch.stop()


def test_a_bus_that_goes_away_ends_the_watching(bus: SessionBus) -> None:
    watch = AwayWatch(bus.address, ALL, lambda: None)
    watch.start()
    thread = watch._thread._thread
    bus.stop()
    assert thread is not None
    thread.join(PATIENCE_S)
    assert not thread.is_alive()
    watch.stop()
