"""The window that `bench client` measures, in a process of its own: `start`, `rest` or `load`.

It is opened by the command that players use, with a microphone that hums and no keyring. Prints one
JSON line: `start` ends with the first paint; `rest` leaves the window alone (`client_rest.py`);
`load` lets notices and presses come (`client_load.py`). What measures is imported after the first
paint, so that it is no part of it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.commands import window
from companion.support.errors import AudioError, Failure

if TYPE_CHECKING:
    from companion.app.opening import Opening
    from companion.app.parts import Devices
    from companion.app.rest import Means, Rest
    from companion.commands.bench.client_stage import Stage
    from companion.speech.audio.devices import Speaker

BEGAN = "COMPANION_BENCH_BEGAN"
"""Monotonic seconds, decimal: when the process was asked for."""


def main(words: list[str]) -> int:
    """Open the window and measure."""
    began = float(os.environ[BEGAN])

    def opened(opening: Opening, rest: Rest) -> None:
        from companion.commands.bench.first_paint import FirstPaint

        def painted() -> None:
            first = {"first_frame_ms": (time.monotonic() - began) * 1000}
            work = threading.Thread(target=lambda: _measure(rest, words, first), daemon=True)
            work.start()

        opening.window.installEventFilter(FirstPaint(painted, opening))

    arguments = argparse.Namespace(instance=None, locale=None, minimized=False)
    return window.run(arguments, _means(opened))


def _measure(rest: Rest, words: list[str], first: dict[str, float]) -> None:
    """Measure, tell, and end the window; told before, since an end may take long."""
    from companion.commands.bench.client_stage import Stage

    stage = Stage(rest)
    try:
        told = {} if words[0] == "start" else _work(words[0])(stage, float(words[1]))
        print(json.dumps({**first, **told}), flush=True)
    finally:
        stage.quit()


def _work(name: str) -> Callable[[Stage, float], dict[str, object]]:
    """What is measured; the window's memory is without what another measurement imports."""
    if name == "rest":
        from companion.commands.bench.client_rest import measured
    else:
        from companion.commands.bench.client_load import measured
    return measured


def _means(opened: Callable[[Opening, Rest], None]) -> Means:
    from companion.app.rest import Means
    from companion.support.secrets import NoStore, Secrets

    return Means(Secrets({}, NoStore()), _devices, opened)


def _devices() -> Devices:
    from companion.app.parts import Devices
    from companion.commands.bench.instant_sound import InstantMicrophone

    def no_speaker() -> Speaker:
        raise AudioError(Failure.NO_SPEAKER, "the bench has no voice")

    return Devices(InstantMicrophone, no_speaker)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
