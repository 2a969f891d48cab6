"""A sound card without hardware: a private PulseAudio with a speaker and a virtual microphone."""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.helpers.desktop_child import wait_for

RATE_HZ = 16_000
"""Rate of what `Recording` hears; mono, signed 16-bit."""
START_S = 60.0
_SCRIPT = """
load-module module-native-protocol-unix auth-anonymous=1 socket={socket}
load-module module-null-sink sink_name=speaker rate=48000 norewinds=1
load-module module-null-sink sink_name=mic_in rate=48000 norewinds=1
load-module module-remap-source master=mic_in.monitor source_name=microphone
set-default-sink speaker
set-default-source microphone
"""
# Without norewinds a null sink works in blocks of two seconds.
_ALSA = """
</usr/share/alsa/alsa.conf>
pcm.!default { type pulse }
ctl.!default { type pulse }
"""
_OPTIONS = (
    *("-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes"),
    *("--realtime=no", "--high-priority=no", "--log-target=stderr"),
)


class Sound:
    """One PulseAudio daemon of our own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._room: RoomNoise | None = None

    @property
    def environment(self) -> Mapping[str, str]:
        """What a program needs in its environment to use this sound card."""
        folder = str(self._folder)
        return {
            "XDG_RUNTIME_DIR": folder,
            "PULSE_RUNTIME_PATH": f"{folder}/pulse",
            "PULSE_STATE_PATH": f"{folder}/state",
            "PULSE_SERVER": f"unix:{folder}/native",
            "ALSA_CONFIG_PATH": f"{folder}/asound.conf",
        }

    def start(self) -> None:
        """Start the daemon; returns once it answers."""
        self._folder.chmod(0o700)
        (self._folder / "asound.conf").write_text(_ALSA)
        script = self._folder / "sound.pa"
        script.write_text(_SCRIPT.format(socket=self._folder / "native"))
        command = ["pulseaudio", *_OPTIONS, "-F", str(script)]
        with (self._folder / "pulseaudio.log").open("wb") as log:
            self._process = subprocess.Popen(
                command, env=self._whole_environment(), stdout=log, stderr=log
            )
        wait_for(self._answers, "answer of PulseAudio", START_S)
        self._room = RoomNoise(self._whole_environment())

    def stop(self) -> None:
        """End the daemon; only ours."""
        if self._room is not None:
            self._room.stop()
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)

    def say(self, wav: Path) -> None:
        """Play a file into the microphone; returns when it is over."""
        self._run("paplay", "--device=mic_in", "--latency-msec=20", str(wav))

    def hear(self) -> Recording:
        """Begin to record what comes out of the speaker."""
        return Recording(self._whole_environment())

    def control(self, *words: str) -> str:
        """What `pactl` answers."""
        command = ["pactl", *words]
        return subprocess.run(
            command, env=self._whole_environment(), check=True, capture_output=True, timeout=60
        ).stdout.decode()

    def _answers(self) -> bool:
        command = ["pactl", "info"]
        environment = self._whole_environment()
        result = subprocess.run(command, env=environment, capture_output=True, check=False)
        return b"speaker" in result.stdout

    def _run(self, *command: str) -> None:
        subprocess.run(
            command, env=self._whole_environment(), check=True, capture_output=True, timeout=120
        )

    def _whole_environment(self) -> dict[str, str]:
        return {**os.environ, **self.environment}


class RoomNoise:
    """What a microphone hears when nobody speaks: never nothing, as a dead one would."""

    LOUDNESS = 8
    """Standard deviation of the samples: -72 dBFS."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        command = ["pacat", "--device=mic_in", "--format=s16le", "--channels=1"]
        self._process = subprocess.Popen(
            [*command, f"--rate={RATE_HZ}", "--latency-msec=100"],
            env=dict(environment),
            stdin=subprocess.PIPE,
        )
        self._thread = threading.Thread(target=self._feed, name="room noise")
        self._thread.start()

    def stop(self) -> None:
        """Leave the room."""
        self._process.terminate()
        self._process.wait(10)
        self._thread.join(10)

    def _feed(self) -> None:
        assert self._process.stdin is not None
        random = np.random.default_rng(1)
        with contextlib.suppress(BrokenPipeError), self._process.stdin as pipe:
            while True:
                noise = random.normal(0.0, self.LOUDNESS, RATE_HZ // 10)
                pipe.write(noise.astype(np.int16).tobytes())


class Recording:
    """What came out of the speaker, and when."""

    LOUD = 300
    """Peak of a block that counts as sound: -41 dBFS."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        command = ["parec", "--device=speaker.monitor", "--format=s16le", "--channels=1"]
        self._process = subprocess.Popen(
            [*command, f"--rate={RATE_HZ}", "--latency-msec=10"],
            env=dict(environment),
            stdout=subprocess.PIPE,
        )
        self._blocks: list[tuple[float, bytes]] = []
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._read, name="hears the speaker")
        self._thread.start()

    def samples(self, since: float = 0.0) -> NDArray[np.int16]:
        """Everything heard since a monotonic time."""
        with self._lock:
            return np.frombuffer(b"".join(b for at, b in self._blocks if at >= since), np.int16)

    def last_sound(self, since: float = 0.0) -> float | None:
        """Monotonic time of the last block that was not silent, if there was one."""
        return max(self._loud(since), default=None)

    def first_sound(self, since: float = 0.0) -> float | None:
        """Monotonic time of the first block that was not silent, if there was one."""
        return min(self._loud(since), default=None)

    def is_silent_for(self, seconds: float) -> bool:
        """Whether it goes on being recorded and nothing was heard lately."""
        with self._lock:
            alive = bool(self._blocks) and time.monotonic() - self._blocks[-1][0] < seconds
        last = self.last_sound()
        return alive and (last is None or time.monotonic() - last > seconds)

    def stop(self) -> None:
        """End the recording."""
        self._process.terminate()
        self._process.wait(10)
        self._thread.join(10)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _loud(self, since: float) -> list[float]:
        with self._lock:
            return [at for at, block in self._blocks if at >= since and _peak(block) > self.LOUD]

    def _read(self) -> None:
        assert self._process.stdout is not None
        while block := os.read(self._process.stdout.fileno(), RATE_HZ // 50 * 2):
            with self._lock:
                self._blocks.append((time.monotonic(), block))


def _peak(block: bytes) -> int:
    samples = np.frombuffer(block[: len(block) & ~1], np.int16)
    return int(np.abs(samples.astype(np.int32)).max(initial=0))
