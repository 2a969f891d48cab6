"""Stand-ins for the calls of Windows and macOS that a talk key makes."""

from __future__ import annotations

import ctypes
from typing import Any

from companion.client.hotkeys import carbon


class FakeUser32:
    """Answers `GetAsyncKeyState` as Windows does: the sign bit is "down", the lowest "was down"."""

    def __init__(self, code: int) -> None:
        self.code = code
        self.down = False
        self.others: set[int] = set()
        self.looks = 0

    def GetAsyncKeyState(self, code: int) -> int:  # noqa: N802 - the system's name
        self.looks += 1
        down = (self.down and code == self.code) or code in self.others
        return -0x8000 if down else 1


class FakeCarbon:
    """Keeps the installed handler and calls it as the event loop of macOS would."""

    def __init__(self, register_status: int = 0, *, tells_state: bool = True) -> None:
        self.register_status = register_status
        self.tells_state = tells_state
        self.down = False
        self.secret = False
        self.registered: list[tuple[int, int]] = []
        self.undone: list[str] = []
        self._handler: Any = None

    def press(self) -> None:
        self.down = True
        self._handler(None, ctypes.c_void_p(carbon.HOT_KEY_PRESSED), None)

    def release(self) -> None:
        self.down = False
        self._handler(None, ctypes.c_void_p(carbon.HOT_KEY_RELEASED), None)

    def GetApplicationEventTarget(self) -> int:  # noqa: N802 - the system's name
        return 7

    def InstallEventHandler(self, _target: int, handler: Any, *rest: Any) -> int:  # noqa: N802
        self._handler = handler
        assert [spec.event_kind for spec in rest[1]][: rest[0]] == [5, 6]
        return 0

    def RegisterEventHotKey(self, code: int, modifiers: int, *_rest: Any) -> int:  # noqa: N802
        self.registered.append((code, modifiers))
        return self.register_status

    def UnregisterEventHotKey(self, _key: Any) -> int:  # noqa: N802
        self.undone.append("key")
        return 0

    def RemoveEventHandler(self, _handler: Any) -> int:  # noqa: N802
        self.undone.append("handler")
        return 0

    def GetEventKind(self, event: int) -> int:  # noqa: N802
        return event

    def IsSecureEventInputEnabled(self) -> bool:  # noqa: N802
        return self.secret

    def CGEventSourceKeyState(self, _source: int, _code: int) -> bool:  # noqa: N802
        return self.down and self.tells_state


class FakeXInput:
    """Answers `XInputGetState` for four pads; None is a pad that is not there."""

    NOT_CONNECTED = 1167  # ERROR_DEVICE_NOT_CONNECTED

    def __init__(self, *buttons: int | None) -> None:
        self.buttons = [*buttons, *[None] * (4 - len(buttons))]
        self.asked: list[int] = []

    def XInputGetState(self, pad: int, state: Any) -> int:  # noqa: N802 - the system's name
        self.asked.append(pad)
        buttons = self.buttons[pad]
        if buttons is None:
            return self.NOT_CONNECTED
        # XINPUT_STATE: dwPacketNumber 4 bytes, then wButtons.
        ctypes.c_uint16.from_address(ctypes.addressof(state._obj) + 4).value = buttons
        return 0
