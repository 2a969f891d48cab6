"""A desktop that says that nobody is at the keyboard: the screen is locked, or it goes to sleep.

A held key is seen through a lock on X11, and a switched one needs no sighting at all: so the
desktop's word ends either. Linux only; Windows shows no keys of a locked session, which ends a held
one there.
"""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.client.hotkeys.watch_thread import WatchThread

if TYPE_CHECKING:
    from jeepney.io.blocking import DBusConnection

logger = logging.getLogger(__name__)

OnAway = Callable[[], None]

SAVERS = (
    "org.freedesktop.ScreenSaver",
    "org.gnome.ScreenSaver",
    "org.cinnamon.ScreenSaver",
    "org.mate.ScreenSaver",
)
LOGIN_MANAGER, LOGIN_SESSION = "org.freedesktop.login1.Manager", "org.freedesktop.login1.Session"
SIGNALS = {
    "SESSION": tuple((saver, "ActiveChanged") for saver in SAVERS),
    "SYSTEM": ((LOGIN_MANAGER, "PrepareForSleep"), (LOGIN_SESSION, "Lock")),
}
"""By bus, the signals that are listened for."""
CALL_S = 5.0


def is_away(interface: str, member: str, body: tuple[Any, ...]) -> bool:
    """Whether a signal says that the player is away now; each tells of the return as well."""
    if (interface, member) == (LOGIN_SESSION, "Lock"):
        return True
    known = (*SIGNALS["SESSION"], *SIGNALS["SYSTEM"])
    return (interface, member) in known and body[:1] == (True,)


class AwayWatch:
    """Listens on one bus with a thread of its own, which only a signal wakes.

    Args:
        bus: `SESSION`, `SYSTEM` or an address.
        signals: Which ones.
        on_away: Called on that thread.
    """

    def __init__(self, bus: str, signals: tuple[tuple[str, str], ...], on_away: OnAway) -> None:
        self._bus = bus
        self._signals = signals
        self._on_away = on_away
        self._connection: DBusConnection | None = None
        self._thread = WatchThread(self._run)

    def start(self) -> None:
        """Begin; a bus that is not there is no fault."""
        self._thread.start()

    def stop(self) -> None:
        """End it."""
        self._thread.stopping.set()
        if self._connection:
            with contextlib.suppress(OSError):
                self._connection.sock.shutdown(socket.SHUT_RDWR)  # wakes who waits
        self._thread.stop()

    def _run(self) -> None:
        try:
            self._listen()
        except Exception as error:  # noqa: BLE001 - whatever a bus does, the key goes on without it
            logger.debug("%s tells of no lock: %s", self._bus, type(error).__name__)

    def _listen(self) -> None:
        from jeepney import HeaderFields, MatchRule, MessageType, message_bus
        from jeepney.io.blocking import Proxy, open_dbus_connection

        self._connection = connection = open_dbus_connection(self._bus)
        with contextlib.closing(connection):
            bus = Proxy(message_bus, connection, timeout=CALL_S)
            for interface, member in self._signals:
                bus.AddMatch(MatchRule(type="signal", interface=interface, member=member))
            while not self._thread.stopping.is_set():
                message = connection.receive()
                if message.header.message_type is not MessageType.signal:
                    continue
                fields = message.header.fields
                interface = fields.get(HeaderFields.interface, "")
                member = fields.get(HeaderFields.member, "")
                if is_away(interface, member, tuple(message.body)):
                    self._on_away()


def away_watches(on_away: OnAway) -> tuple[AwayWatch, ...]:
    """Watches of both buses of this computer."""
    return tuple(AwayWatch(bus, signals, on_away) for bus, signals in SIGNALS.items())
