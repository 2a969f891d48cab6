"""Makes the sounds of notifications: `python -m tests.helpers.sounds_make`. They are ours.

Each is a few partials of a soft bell, so that it is heard beside a game and startles nobody.
"""

from __future__ import annotations

import io
import math
import struct
import wave
from pathlib import Path

from companion.client.sounds import RATE_HZ, Sound
from companion.support.paths import shipped

FADE_IN_S = 0.004
PARTIALS = ((1.0, 1.0), (2.0, 0.28), (3.01, 0.09))
"""Of the tone: its multiple, its share."""
TUNES: dict[Sound, tuple[tuple[float, float, float], ...]] = {
    Sound.NOTICE: ((0.0, 659.26, 0.5), (0.09, 880.0, 0.6)),
    Sound.TROUBLE: ((0.0, 440.0, 0.5), (0.11, 349.23, 0.6)),
}
"""Of each sound its tones: when it begins, s; how high, Hz; how long it lasts, s."""
PEAK = 0.5


def made(sound: Sound) -> bytes:
    """A WAV file, mono s16le."""
    tones = TUNES[sound]
    count = round(RATE_HZ * max(begin + lasts for begin, _, lasts in tones))
    values = [0.0] * count
    for begin, hertz, lasts in tones:
        first = round(begin * RATE_HZ)
        for n in range(round(lasts * RATE_HZ)):
            values[first + n] += _at(n / RATE_HZ, hertz, lasts)
    loudest = max(map(abs, values))
    samples = [round(value / loudest * PEAK * 32767) for value in values]
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE_HZ)
        out.writeframes(struct.pack(f"<{count}h", *samples))
    return file.getvalue()


def _at(seconds: float, hertz: float, lasts: float) -> float:
    rise = min(1.0, seconds / FADE_IN_S)
    fall = math.exp(-7 * seconds / lasts) * min(1.0, (lasts - seconds) / 0.02)
    return (
        rise
        * fall
        * sum(
            share * math.sin(2 * math.pi * hertz * multiple * seconds)
            for multiple, share in PARTIALS
        )
    )


def main() -> None:
    """Write all of them."""
    folder = Path(shipped("resources")) / "sounds"
    folder.mkdir(exist_ok=True)
    for sound in Sound:
        (folder / f"{sound.value}.wav").write_bytes(made(sound))


if __name__ == "__main__":
    main()
