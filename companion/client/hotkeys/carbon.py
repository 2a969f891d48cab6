"""The calls of macOS's Carbon that a hot key needs, with their C types (CarbonEvents.h)."""

from __future__ import annotations

import ctypes
import ctypes.util
from typing import Any

from companion.support.errors import CompanionError, Failure

KEYBOARD_CLASS = 0x6B657962  # 'keyb'
HOT_KEY_PRESSED = 5
HOT_KEY_RELEASED = 6
ALREADY_TAKEN = -9878  # eventHotKeyExistsErr
HID_STATE = 1  # kCGEventSourceStateHIDSystemState

Handler = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
"""`OSStatus handler(EventHandlerCallRef, EventRef, void *)`."""


class EventTypeSpec(ctypes.Structure):
    """An event class and a kind in it."""

    _fields_ = (("event_class", ctypes.c_uint32), ("event_kind", ctypes.c_uint32))


class EventHotKeyID(ctypes.Structure):
    """Names a hot key among those of one program."""

    _fields_ = (("signature", ctypes.c_uint32), ("id", ctypes.c_uint32))


WATCHED = (EventTypeSpec * 2)(
    EventTypeSpec(KEYBOARD_CLASS, HOT_KEY_PRESSED), EventTypeSpec(KEYBOARD_CLASS, HOT_KEY_RELEASED)
)


def load_carbon() -> Any:
    """Load the framework and declare the calls.

    Raises:
        CompanionError: KEY_UNAVAILABLE: this macOS has no Carbon.
    """
    path = ctypes.util.find_library("Carbon")
    if path is None:
        raise CompanionError(Failure.KEY_UNAVAILABLE, "%hotkey.no_carbon%")
    carbon = ctypes.CDLL(path)
    pointer, number = ctypes.c_void_p, ctypes.c_uint32
    carbon.GetApplicationEventTarget.restype = pointer
    carbon.GetEventKind.restype = number
    carbon.GetEventKind.argtypes = [pointer]
    carbon.InstallEventHandler.argtypes = [
        *(pointer, Handler, ctypes.c_ulong, pointer, pointer, pointer)
    ]
    carbon.RegisterEventHotKey.argtypes = [
        *(number, number, EventHotKeyID, pointer, number, pointer)
    ]
    carbon.UnregisterEventHotKey.argtypes = [pointer]
    carbon.RemoveEventHandler.argtypes = [pointer]
    carbon.CGEventSourceKeyState.argtypes = [ctypes.c_int32, ctypes.c_uint16]
    carbon.CGEventSourceKeyState.restype = ctypes.c_bool
    carbon.IsSecureEventInputEnabled.restype = ctypes.c_bool
    return carbon
