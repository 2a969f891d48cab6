"""A simulated room: our own voice comes back through a loudspeaker, and people speak over it.

The room is an impulse response of 250 ms, the way to it 60 ms, the loudspeaker bends loud sound. An
interruption silences the voice, as it does in earnest, so that echo and canceller see that too.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.speech.audio.format import Samples, to_pcm, to_samples
from companion.speech.audio.resample import converted
from companion.speech.echo.canceller import Canceller
from companion.speech.echo.double_talk import DoubleTalkCanceller
from companion.speech.echo.half_duplex import HalfDuplex
from companion.speech.echo.webrtc import WebRtcCanceller
from companion.speech.events import LISTEN_RATE_HZ, Synthesize
from companion.speech.tts.offline import OfflineSynthesizer
from companion.speech.vad import SileroDetector, SpeechWatch, Turn

LEVELS_DB = (-1.0, 6.0)
"""Echo over the player's voice: loudspeakers at their usual volume, and loud ones."""
FRAME = LISTEN_RATE_HZ // 100
DELAY_S = 0.06
ROOM_S = 0.25
SILENT_AFTER_S = 2.0
"""An interruption keeps the voice silent for so long."""
EVERY_S = 8.0
"""How often somebody speaks over the voice."""
NOTICED_S = 1.5
"""An interruption this long after the beginning of a command is a real one."""
REPLY = (
    "You have twenty-three quests. The first one is Stone Age. Craft a stone pickaxe and mine "
    "three pieces of iron ore. The reward is five torches and a loaf of bread."
)
COMMANDS = (
    "Stop, show my quests.",
    "Next page please.",
    "Open the second one.",
    "Close this card.",
)


class _Nothing:
    """No canceller at all: what the others are measured against."""

    def clean(self, heard: bytes, played: bytes) -> bytes:
        del played
        return heard


BEST = "WebRTC and linear"
"""What hands-free talking uses."""

CANCELLERS: dict[str, Callable[[], Canceller]] = {
    "none": _Nothing,
    "half-duplex": HalfDuplex,
    "WebRTC": WebRtcCanceller,
    BEST: DoubleTalkCanceller,
}


@dataclass(frozen=True, slots=True)
class Score:
    """How one canceller did.

    Attributes:
        false_an_hour: Interruptions by nobody, in an hour of speaking.
        noticed: Real ones that were noticed, of `spoken`.
        median_ms: From the beginning of a command to its notice; 0 without any.
        delay_error_ms: How far the delay it found is from the room's; None where it looks for none.
    """

    canceller: str
    level_db: float
    false_an_hour: float
    noticed: int
    spoken: int
    median_ms: float
    delay_error_ms: float | None = None


async def echo_scores(seconds: float, best_seconds: float = 0.0) -> list[Score]:
    """Let each canceller listen to the same room.

    Args:
        seconds: How long each one does.
        best_seconds: How long the one that is used does; as long when 0.
    """
    lengths = {BEST: best_seconds or seconds}
    voice = OfflineSynthesizer("en")
    try:
        reply = await _said(voice, REPLY)
        commands = [await _said(voice, command) for command in COMMANDS]
    finally:
        await voice.close()
    return [
        _score(name, make(), level, _Scene(reply, commands, lengths.get(name, seconds)))
        for level in LEVELS_DB
        for name, make in CANCELLERS.items()
    ]


async def _said(voice: OfflineSynthesizer, text: str) -> Samples:
    chunks = [chunk async for chunk in voice.synthesize(Synthesize(text, "en"))]
    return to_samples(converted(b"".join(chunks), voice.rate_hz, LISTEN_RATE_HZ))


class _Scene:
    """What is said in the room: the voice without a pause, a command now and then."""

    def __init__(self, reply: Samples, commands: Sequence[Samples], seconds: float) -> None:
        count = int(seconds * LISTEN_RATE_HZ) // FRAME * FRAME
        self.voice = np.resize(reply, count)
        self.player = np.zeros(count, np.float32)
        self.begins: list[int] = []
        for number, at in enumerate(
            range(2 * LISTEN_RATE_HZ, count, int(EVERY_S * LISTEN_RATE_HZ))
        ):
            command = commands[number % len(commands)]
            if at + len(command) < count:
                self.player[at : at + len(command)] += _deeper(command)
                self.begins.append(at)


def _score(name: str, canceller: Canceller, level_db: float, scene: _Scene) -> Score:
    gain = float(10 ** (level_db / 20)) * _rms(scene.player) / _rms(scene.voice)
    found, speaking_s = _interruptions(canceller, scene, gain)
    waits = []
    real = set()
    for begin in scene.begins:
        mine = [at for at in found if begin <= at <= begin + NOTICED_S * LISTEN_RATE_HZ]
        real.update(mine)
        if mine:
            waits.append((mine[0] - begin) / LISTEN_RATE_HZ * 1000)
    false = len([at for at in found if at not in real])
    return Score(
        name,
        level_db,
        false / speaking_s * 3600,
        len(waits),
        len(scene.begins),
        statistics.median(waits) if waits else 0.0,
        _delay_error_ms(canceller),
    )


def _delay_error_ms(canceller: Canceller) -> float | None:
    if not isinstance(canceller, DoubleTalkCanceller):
        return None
    found = canceller.delay_ms
    return DELAY_S * 1000 if found is None else abs(found - DELAY_S * 1000)


def _interruptions(canceller: Canceller, scene: _Scene, gain: float) -> tuple[list[int], float]:
    """When the watch opened while the voice spoke, and for how long the voice did."""
    watch, room = SpeechWatch(SileroDetector()), _Room(gain)
    noise = np.random.default_rng(1)
    found: list[int] = []
    silent_until, spoken = 0, 0
    for at in range(0, len(scene.voice), FRAME):
        speaks = at >= silent_until
        spoken += FRAME * speaks
        played = scene.voice[at : at + FRAME] * np.float32(speaks)
        heard = room.hear(played) + scene.player[at : at + FRAME]
        heard = heard + noise.standard_normal(FRAME).astype(np.float32) * np.float32(5e-4)
        turns = watch.feed(canceller.clean(to_pcm(heard), to_pcm(played)))
        if Turn.BEGAN in turns and speaks:
            found.append(at)
            silent_until = at + int(SILENT_AFTER_S * LISTEN_RATE_HZ)
    return found, spoken / LISTEN_RATE_HZ


class _Room:
    """A loudspeaker, the way through the room and back, a frame at a time."""

    def __init__(self, gain: float) -> None:
        self._gain = np.float32(gain)
        self._response = _response()
        self._coming = np.zeros(len(self._response) + FRAME, np.float32)

    def hear(self, played: Samples) -> Samples:
        """What of it reaches the microphone now."""
        loud = np.tanh(played * 4) / 4
        echo = np.convolve(loud, self._response).astype(np.float32) * self._gain
        self._coming[: len(echo)] += echo
        heard, rest = self._coming[:FRAME].copy(), self._coming[FRAME:]
        self._coming = np.concatenate([rest, np.zeros(FRAME, np.float32)])
        return heard


def _response() -> NDArray[np.float32]:
    """Direct sound after the delay, then a fading tail, of energy one."""
    chance = np.random.default_rng(7)
    count, delay = int(ROOM_S * LISTEN_RATE_HZ), int(DELAY_S * LISTEN_RATE_HZ)
    tail = chance.standard_normal(count) * np.exp(-6.9 * np.arange(count) / count)
    tail[0] += 4.0
    response = np.concatenate([np.zeros(delay), tail])
    return np.asarray(response / np.sqrt(np.sum(response**2)), np.float32)


def _deeper(samples: Samples) -> Samples:
    """Another person: the same voice, a fifth lower and slower."""
    places = np.arange(len(samples), dtype=np.float64)
    deeper = np.interp(places * 0.85, np.arange(len(samples)), samples)
    return np.asarray(deeper, np.float32)


def _rms(samples: Samples) -> float:
    loud = samples[np.abs(samples) > 1e-3]
    return float(np.sqrt(np.mean(loud**2)))
