"""The calls of `org.freedesktop.portal.GlobalShortcuts` that a talk key makes. Blocking.

Facts from the portal's documentation (flatpak.github.io/xdg-desktop-portal): each request answers
through a `Response` signal on an object whose path is known before the call; versions of 1.21 and
later want the program to register its id on the same connection first.
"""

from __future__ import annotations

import contextlib
import os
from collections import deque
from typing import Any

from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, message_bus, new_method_call
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection

from companion.support.errors import CompanionError, Failure

APP_ID = "io.github.companion.Companion"
_BUS = "org.freedesktop.portal.Desktop"
_PATH = "/org/freedesktop/portal/desktop"
_SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
_REQUEST = "org.freedesktop.portal.Request"
_REGISTRY = "org.freedesktop.host.portal.Registry"
CALL_S = 5.0
"""For a call that the desktop answers by itself."""
ANSWER_S = 120.0
"""For one that a person may have to answer."""


class PortalBus:
    """One connection to the session bus and one session of shortcuts; used by one thread."""

    def __init__(self) -> None:
        self._connection: DBusConnection = open_dbus_connection()
        self._requests = 0
        self._session = ""
        self._open = contextlib.ExitStack()
        self._open.callback(self._connection.close)
        # One queue for good: what comes between two looks must not be lost.
        rule = MatchRule(type="signal", interface=_SHORTCUTS)
        self._changes: deque[Any] = self._open.enter_context(self._connection.filter(rule))
        for interface in (_SHORTCUTS, _REQUEST):
            rule = MatchRule(type="signal", interface=interface)
            Proxy(message_bus, self._connection, timeout=CALL_S).AddMatch(rule)

    def bind(self, name: str, description: str, trigger: str) -> str:
        """Ask for one shortcut.

        Args:
            name: Our id of it.
            description: What the desktop shows to the player.
            trigger: The keys we would like, such as `CTRL+F8`.

        Returns:
            The keys that the desktop gave, in its words; empty when it does not tell.

        Raises:
            CompanionError: KEY_UNAVAILABLE: there is no such portal, or the player said no.
        """
        self._register()
        options = {"session_handle_token": ("s", f"companion{os.getpid()}")}
        created = self._request("CreateSession", "a{sv}", (), options)
        self._session = created["session_handle"][1]
        wanted = [(name, {"description": ("s", description), "preferred_trigger": ("s", trigger)})]
        bound = self._request("BindShortcuts", "oa(sa{sv})sa{sv}", (self._session, wanted, ""), {})
        return _trigger_of(bound, name)

    def next_change(self, name: str, seconds: float) -> bool | None:
        """Wait for the shortcut; True when pressed, False when released, None when nothing came.

        Raises:
            CompanionError: KEY_UNAVAILABLE: the bus went away.
        """
        try:
            signal = self._connection.recv_until_filtered(self._changes, timeout=seconds)
        except TimeoutError:
            return None
        except (OSError, EOFError) as error:
            raise CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.no_portal%") from error
        return _change(signal, self._session, name)

    def close(self) -> None:
        """End the session with the connection."""
        with contextlib.suppress(OSError):
            self._open.close()

    def _register(self) -> None:
        """Older portals have no registry and need none: their refusal is no failure."""
        address = DBusAddress(_PATH, bus_name=_BUS, interface=_REGISTRY)
        call = new_method_call(address, "Register", "sa{sv}", (APP_ID, {}))
        self._connection.send_and_get_reply(call, timeout=CALL_S)

    def _request(
        self, method: str, signature: str, arguments: tuple[Any, ...], options: dict[str, Any]
    ) -> dict[str, Any]:
        self._requests += 1
        token = f"companion{os.getpid()}_{self._requests}"
        caller = self._connection.unique_name[1:].replace(".", "_")
        rule = MatchRule(
            type="signal", interface=_REQUEST, path=f"{_PATH}/request/{caller}/{token}"
        )
        address = DBusAddress(_PATH, bus_name=_BUS, interface=_SHORTCUTS)
        body = (*arguments, {"handle_token": ("s", token), **options})
        with self._connection.filter(rule) as queue:
            call = new_method_call(address, method, signature, body)
            reply = self._connection.send_and_get_reply(call, timeout=CALL_S)
            if reply.header.message_type is MessageType.error:
                raise CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.no_portal%")
            answer = self._connection.recv_until_filtered(queue, timeout=ANSWER_S)
        code, results = answer.body
        if code:
            raise CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.portal_refused%")
        return dict(results)


def _change(signal: Any, session: str, name: str) -> bool | None:
    member = signal.header.fields.get(HeaderFields.member)
    if member not in ("Activated", "Deactivated") or tuple(signal.body[:2]) != (session, name):
        return None
    return bool(member == "Activated")


def _trigger_of(bound: dict[str, Any], name: str) -> str:
    _, shortcuts = bound.get("shortcuts", ("", []))
    for shortcut, facts in shortcuts:
        if shortcut == name:
            return str(facts.get("trigger_description", ("s", ""))[1])
    return ""
