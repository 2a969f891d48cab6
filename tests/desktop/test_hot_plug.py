"""A preferred device that comes back is used at once, by streams that are running already."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.desktop_child import Child, wait_for
from tests.helpers.desktop_sound import Sound

pytestmark = pytest.mark.desktop

ROOT = Path(__file__).parents[2]
DEADLINE_S = 60.0
PLUGS = {
    "output": ("module-null-sink", "sink_name=plugged", "norewinds=1"),
    "input": ("module-remap-source", "master=mic_in.monitor", "source_name=headset"),
}
STREAMS = {
    "output": ("sink-inputs", "sinks", "sink"),
    "input": ("source-outputs", "sources", "source"),
}


class Plugged:
    """The program and the devices that come and go."""

    def __init__(self, sound: Sound, child: Child) -> None:
        self._sound = sound
        self._child = child

    def plug(self, kind: str) -> str:
        return self._sound.control("load-module", *PLUGS[kind]).strip()

    def unplug(self, module: str) -> None:
        self._sound.control("unload-module", module)

    def device(self, kind: str) -> str:
        """Name of the device that the program uses."""
        streams, devices, place = STREAMS[kind]
        mine = [stream for stream in self._list(streams) if self._is_ours(stream)]
        names = {device["index"]: device["name"] for device in self._list(devices)}
        return str(names.get(mine[0][place], "")) if mine else ""

    def _is_ours(self, stream: dict[str, Any]) -> bool:
        return stream["properties"].get("application.process.id") == str(self._child.pid)

    def _list(self, what: str) -> list[dict[str, Any]]:
        return list(json.loads(self._sound.control("-f", "json", "list", what)))


@pytest.fixture
def plugged(sound: Sound, tmp_path: Path) -> Iterator[Plugged]:
    command = [sys.executable, "-m", "tests.helpers.hot_plug_child", "headset", "plugged"]
    child = Child(command, {**os.environ, **sound.environment}, tmp_path / "log", ROOT)
    try:
        child.wait_until(lambda lines: "both are open" in lines, "open devices", DEADLINE_S)
        yield Plugged(sound, child)
    finally:
        child.stop()


@pytest.mark.parametrize(
    ("kind", "device", "other"),
    [("output", "plugged", "speaker"), ("input", "headset", "microphone")],
    ids=["loudspeaker", "microphone"],
)
def test_a_preferred_device_is_used_when_it_comes_and_whenever_it_comes_back(
    plugged: Plugged, kind: str, device: str, other: str
) -> None:
    wait_for(lambda: plugged.device(kind) == other, "the system's device", DEADLINE_S)
    for _ in range(2):
        module = plugged.plug(kind)
        wait_for(lambda: plugged.device(kind) == device, "the preferred device", DEADLINE_S)
        plugged.unplug(module)
        wait_for(lambda: plugged.device(kind) != device, "another device", DEADLINE_S)
