"""Which device is used: the first of the player's that is there, else the system's own. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

Kind = Literal["input", "output"]
_CHANNELS = {"input": "max_input_channels", "output": "max_output_channels"}


def names_of(devices: Iterable[Mapping[str, Any]], kind: Kind) -> tuple[str, ...]:
    """Names of the devices that can record or play, each once, as PortAudio tells them.

    Args:
        devices: What `sounddevice.query_devices()` gives.
        kind: Which of them.
    """
    return tuple(dict.fromkeys(str(d["name"]) for d in devices if int(d[_CHANNELS[kind]]) > 0))


def chosen(
    devices: Sequence[Mapping[str, Any]], kind: Kind, preferred: Sequence[str]
) -> int | None:
    """Index of the device to open; None is the system's default.

    Args:
        devices: What `sounddevice.query_devices()` gives; a device's place is its index.
        kind: Recording or playing.
        preferred: Names, the dearest first. One that is not there at present is passed over.
    """
    for name in preferred:
        for index, device in enumerate(devices):
            if device["name"] == name and int(device[_CHANNELS[kind]]) > 0:
                return index
    return None
