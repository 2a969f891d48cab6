"""The one door to PortAudio: loaded late, and asked anew for devices only while nobody uses it."""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.speech.audio.choice import Kind, chosen, names_of
from companion.speech.audio.hand_over import hand_over_soon
from companion.support.errors import AudioError, Failure

logger = logging.getLogger(__name__)

ALSA_CONFIG = Path("/usr/share/alsa/alsa.conf")
"""Without it PortAudio aborts the whole process when it is initialised."""
ALSA_CONFIG_VARIABLE = "ALSA_CONFIG_PATH"


class PortAudio:
    """The library and how many streams of ours are open. Any thread, but not the GUI's or a loop's.

    While a sound server hangs, so does whoever asks.
    Importing it initialises the library: 70 to 140 ms.

    Attributes:
        door: Held while a stream is opened or closed: PortAudio lists its streams unguarded.
    """

    def __init__(self, alsa_config: Path = ALSA_CONFIG) -> None:
        self._alsa_config = alsa_config
        self.door = threading.Lock()
        self._lock = threading.Lock()
        self._library: Any = None
        self._streams = 0

    def library(self) -> Any:
        """The module `sounddevice`.

        Raises:
            AudioError: NO_AUDIO_LIBRARY, with what to install.
        """
        with self._lock:
            if self._library is None:
                self._library = self._loaded()
            return self._library

    def device(self, kind: Kind, preferred: Sequence[str]) -> int | None:
        """Index of the first preferred device that is there; None is the system's default.

        Raises:
            AudioError: NO_AUDIO_LIBRARY.
        """
        return chosen(self._devices(), kind, preferred) if preferred else None

    def names(self, kind: Kind) -> tuple[str, ...]:
        """Devices that can record or play, looked for anew where nothing is open.

        Raises:
            AudioError: NO_AUDIO_LIBRARY.
        """
        self.library()
        self.refresh()
        return names_of(self._devices(), kind)

    def count(self, change: int) -> None:
        """A stream was opened (1) or closed (-1)."""
        with self._lock:
            self._streams += change

    def refresh(self) -> bool:
        """Look for devices again, as PortAudio never does by itself; whether it was possible.

        It ends every stream, so it waits for a moment without any.
        """
        with self.door, self._lock:
            if self._library is None or self._streams:
                return False
            try:
                self._library._terminate()
                self._library._initialize()
            except self._library.PortAudioError as error:
                logger.warning("PortAudio could not be started again: %s", error)
                return False
            return True

    def _devices(self) -> Any:
        """What is there; never asked while another thread has it look again.

        Raises:
            AudioError: NO_AUDIO_LIBRARY: not there, or it could not be started again.
        """
        library = self.library()
        with self._lock:
            try:
                return library.query_devices()
            except library.PortAudioError as error:
                raise AudioError(Failure.NO_AUDIO_LIBRARY, str(error)) from error

    def _loaded(self) -> Any:
        self._check_alsa()
        try:
            import sounddevice  # takes 0.1 s and loads the system's library
        except (OSError, ImportError) as error:
            detail = f"{error}; on Debian and Ubuntu: apt install libportaudio2"
            raise AudioError(Failure.NO_AUDIO_LIBRARY, detail) from error
        hand_over_soon()
        return sounddevice

    def _check_alsa(self) -> None:
        if not sys.platform.startswith("linux") or self._alsa_config.is_file():
            return
        named = os.environ.get(ALSA_CONFIG_VARIABLE)
        if not (named and Path(named).is_file()):
            detail = f"{self._alsa_config} is missing; on Debian: apt install libasound2-data"
            raise AudioError(Failure.NO_AUDIO_LIBRARY, detail)


PORTAUDIO = PortAudio()
"""There is one library in a process."""
