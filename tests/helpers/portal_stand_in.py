"""A desktop's GlobalShortcuts portal on a bus of its own, for tests of the talk key on Wayland.

Speaks the interface as its documentation has it: requests answer by signals, a program without an
id is refused (as of version 1.21 of the portal), and a person may say no.
"""

from __future__ import annotations

import contextlib
import socket
import subprocess
import threading
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    message_bus,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection

PATH = "/org/freedesktop/portal/desktop"
SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
NOT_ALLOWED = "org.freedesktop.portal.Error.NotAllowed"


class SessionBus:
    """A D-Bus daemon of our own."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address=1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()

    def stop(self) -> None:
        """End it; who is connected loses the bus."""
        self._process.terminate()
        self._process.wait(10)
        assert self._process.stdout is not None
        self._process.stdout.close()


class Portal:
    """The portal and the person before it.

    Attributes:
        asked: Ids and keys that programs asked for.
    """

    def __init__(self, bus: SessionBus, *, agrees: bool = True, trigger: str = "Ctrl+F8") -> None:
        self.asked: list[tuple[str, str]] = []
        self._agrees, self._trigger = agrees, trigger
        self._known: set[str] = set()
        self._owner = self._session = ""
        self._bound = threading.Event()
        self._connection: DBusConnection = open_dbus_connection(bus.address)
        Proxy(message_bus, self._connection).RequestName("org.freedesktop.portal.Desktop")
        self._thread = threading.Thread(target=self._serve, name="portal", daemon=True)
        self._thread.start()

    def wait_until_bound(self, seconds: float = 60.0) -> None:
        """Return once a program has its shortcut."""
        assert self._bound.wait(seconds), "nobody asked for a shortcut"

    def tell(self, member: str, name: str) -> None:
        """Send `Activated` or `Deactivated`."""
        self._signal(SHORTCUTS, member, PATH, "osta{sv}", (self._session, name, 1, {}))

    def close(self) -> None:
        """Leave the bus."""
        with contextlib.suppress(OSError):
            self._connection.sock.shutdown(socket.SHUT_RDWR)
        self._thread.join(10)
        self._connection.close()

    def _serve(self) -> None:
        try:
            while True:
                message = self._connection.receive()
                if message.header.message_type is MessageType.method_call:
                    self._answer(message)
        except (OSError, EOFError):  # the bus has ended
            return

    def _answer(self, call: Message) -> None:
        sender = call.header.fields[HeaderFields.sender]
        member = call.header.fields[HeaderFields.member]
        if member == "Register":
            self._known.add(sender)
            self._connection.send(new_method_return(call))
        elif sender not in self._known:
            self._connection.send(new_error(call, NOT_ALLOWED, "s", ("An app id is required",)))
        elif member == "CreateSession":
            self._create(call, sender)
        elif member == "BindShortcuts":
            self._bind(call, sender)

    def _create(self, call: Message, sender: str) -> None:
        options = call.body[0]
        self._owner = sender
        self._session = f"{PATH}/session/{_bare(sender)}/{options['session_handle_token'][1]}"
        self._respond(call, sender, options, 0, {"session_handle": ("s", self._session)})

    def _bind(self, call: Message, sender: str) -> None:
        _, shortcuts, _, options = call.body
        self.asked += [(name, facts["preferred_trigger"][1]) for name, facts in shortcuts]
        given = [(name, {"trigger_description": ("s", self._trigger)}) for name, _ in shortcuts]
        results: dict[str, Any] = {"shortcuts": ("a(sa{sv})", given)} if self._agrees else {}
        self._respond(call, sender, options, 0 if self._agrees else 1, results)
        self._bound.set()

    def _respond(
        self, call: Message, sender: str, options: dict[str, Any], code: int, results: Any
    ) -> None:
        path = f"{PATH}/request/{_bare(sender)}/{options['handle_token'][1]}"
        self._connection.send(new_method_return(call, "o", (path,)))
        self._signal("org.freedesktop.portal.Request", "Response", path, "ua{sv}", (code, results))

    def _signal(self, interface: str, member: str, path: str, signature: str, body: Any) -> None:
        signal = new_signal(DBusAddress(path, interface=interface), member, signature, body)
        signal.header.fields[HeaderFields.destination] = self._owner
        self._connection.send(signal)


def _bare(sender: str) -> str:
    return sender[1:].replace(".", "_")
