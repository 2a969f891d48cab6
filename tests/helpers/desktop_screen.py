"""A screen without a monitor: Xvfb with a window manager, and eyes on it."""

from __future__ import annotations

import os
import select
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage
from Xlib import X, display

from tests.helpers.desktop_child import wait_for

SIZE = (1280, 720)
START_S = 60.0

Pixels = NDArray[np.uint8]
"""Rows of pixels of blue, green, red."""


class Screen:
    """One X server of our own with openbox on it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        self.name = ""
        self.connection: Any = None

    def start(self) -> None:
        """Start both; returns once the window manager says that it manages."""
        self.name = f":{self._start_server()}"
        self.connection = display.Display(self.name)
        self._spawn("openbox", "--sm-disable")
        atom = self.connection.intern_atom("_NET_SUPPORTING_WM_CHECK")
        root = self.connection.screen().root
        wait_for(
            lambda: root.get_full_property(atom, X.AnyPropertyType) is not None,
            "window manager",
            START_S,
        )

    def stop(self) -> None:
        """End both; only ours."""
        if self.connection is not None:
            self.connection.close()
        self.kill()

    def kill(self) -> None:
        """End the window manager and the server, as a crash would."""
        for process in reversed(self._processes):
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(5)
        self._processes.clear()

    def pixels(self) -> Pixels:
        """What a person would see now."""
        root = self.connection.screen().root
        image = root.get_image(0, 0, *SIZE, X.ZPixmap, 0xFFFFFFFF)
        return np.frombuffer(image.data, np.uint8).reshape(SIZE[1], SIZE[0], 4)[:, :, :3].copy()

    def save(self, path: Path) -> None:
        """Keep what a person would see now, as PNG."""
        rows = np.dstack([self.pixels(), np.full(SIZE[::-1], 255, np.uint8)])
        data = rows.tobytes()
        path.parent.mkdir(parents=True, exist_ok=True)
        assert QImage(data, *SIZE, SIZE[0] * 4, QImage.Format.Format_RGB32).save(str(path))

    def xdotool(self, *words: str) -> str:
        """Do as a hand would; returns when done."""
        command = ["xdotool", *words]
        environment = {**os.environ, "DISPLAY": self.name}
        return subprocess.run(
            command, env=environment, check=True, capture_output=True, text=True, timeout=120
        ).stdout

    def _start_server(self) -> int:
        read, write = os.pipe()
        width, height = SIZE
        options = ["-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset"]
        # Without -noreset the server forgets everything whenever its last client leaves.
        self._spawn("Xvfb", "-displayfd", str(write), *options, keep=write)
        os.close(write)
        try:
            return int(_line(read, START_S))
        finally:
            os.close(read)

    def _spawn(self, *command: str, keep: int | None = None) -> None:
        with (self._folder / f"{command[0]}.log").open("wb") as log:
            self._processes.append(
                subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    env={**os.environ, "DISPLAY": self.name},
                    pass_fds=() if keep is None else (keep,),
                )
            )


def _line(descriptor: int, within: float) -> bytes:
    end, text = time.monotonic() + within, b""
    while not text.endswith(b"\n"):
        ready, _, _ = select.select([descriptor], [], [], max(0.0, end - time.monotonic()))
        piece = os.read(descriptor, 64) if ready else b""
        if not piece:
            raise AssertionError(f"Xvfb did not start within {within} s")
        text += piece
    return text
