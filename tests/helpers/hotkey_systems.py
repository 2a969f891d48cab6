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
        self.looks = 0

    def GetAsyncKeyState(self, code: int) -> int:  # noqa: N802 - the system's name
        self.looks += 1
        return -0x8000 if self.down and code == self.code else 1


class FakeCarbon:
    """Keeps the installed handler and calls it as the event loop of macOS would."""

    def __init__(self, register_status: int = 0, *, tells_state: bool = True) -> None:
        self.register_status = register_status
        self.tells_state = tells_state
        self.down = False
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

    def CGEventSourceKeyState(self, _source: int, _code: int) -> bool:  # noqa: N802
        return self.down and self.tells_state
