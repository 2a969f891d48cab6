"""A program that listens and plays with preferred devices until its input ends.

`python hot_plug_child.py MICROPHONE SPEAKER`
"""

from __future__ import annotations

import sys

from companion.speech.audio.capture import SoundDeviceMicrophone
from companion.speech.audio.playback import SoundDeviceSpeaker

RATE_HZ = 24_000
SOUND_S = 600


def main(microphone: str, speaker: str) -> None:
    ears = SoundDeviceMicrophone((microphone,))
    ears.start(lambda block: None, lambda failure: None)
    stream = SoundDeviceSpeaker((speaker,)).open(
        RATE_HZ, lambda: None, bytes(2 * RATE_HZ * SOUND_S)
    )
    sys.stdout.write("both are open\n")
    sys.stdout.flush()
    sys.stdin.read()
    stream.abort()
    ears.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
