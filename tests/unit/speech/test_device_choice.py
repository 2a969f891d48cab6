"""Which device is opened, also after one was unplugged."""

from __future__ import annotations

from typing import Any

import pytest

from companion.speech.audio.capture import SoundDeviceMicrophone
from companion.speech.audio.choice import chosen, names_of
from companion.speech.audio.playback import SoundDeviceSpeaker
from companion.speech.audio.pulse import ROUTING
from tests.helpers.audio_fakes import FakePortAudio


def _device(name: str, inputs: int, outputs: int) -> dict[str, Any]:
    return {"name": name, "max_input_channels": inputs, "max_output_channels": outputs}


DEVICES = [
    _device("built-in", 2, 2),
    _device("headset", 0, 2),
    _device("headset", 1, 0),
    _device("HDMI", 0, 8),
]


@pytest.fixture(autouse=True)
def _no_sound_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ROUTING, "prefer", lambda kind, names: None)


def test_only_devices_that_can_are_named_and_each_once() -> None:
    assert names_of(DEVICES, "input") == ("built-in", "headset")
    assert names_of(DEVICES, "output") == ("built-in", "headset", "HDMI")


@pytest.mark.parametrize(
    ("preferred", "index"),
    [
        ((), None),
        (("headset", "built-in"), 2),
        (("unplugged", "built-in"), 0),
        (("HDMI",), None),
        (("unplugged",), None),
    ],
    ids=["none", "first", "next", "cannot record", "not there"],
)
def test_the_first_preferred_microphone_that_is_there_is_used(
    preferred: tuple[str, ...], index: int | None
) -> None:
    assert chosen(DEVICES, "input", preferred) == index


def test_an_unplugged_microphone_gives_way_to_the_next_and_comes_back() -> None:
    portaudio = FakePortAudio()
    portaudio.listed = list(DEVICES)
    microphone = SoundDeviceMicrophone(("headset", "built-in"), portaudio)  # type: ignore[arg-type]
    opened = []
    for devices in (DEVICES, DEVICES[:1], DEVICES):
        portaudio.listed = list(devices)
        microphone.start(lambda pcm: None, lambda failure: None)
        opened.append(portaudio.streams[-1].options["device"])
    microphone.stop()
    assert opened == [2, 0, 2]


async def test_the_speaker_is_looked_for_at_every_sentence() -> None:
    portaudio = FakePortAudio()
    speaker = SoundDeviceSpeaker(("HDMI", "headset"), portaudio)  # type: ignore[arg-type]
    opened = []
    for devices in (DEVICES, DEVICES[:3], []):
        portaudio.listed = list(devices)
        speaker.open(24_000, lambda: None).abort()
        opened.append(portaudio.streams[-1].options["device"])
    assert opened == [3, 1, None]
