"""PySide6 6.12 on Python 3.10 and 3.11 takes references from True and None until it aborts."""

from __future__ import annotations

import subprocess
import sys

import PySide6

EMITS = """
from PySide6.QtWidgets import QApplication, QLabel
from companion.ui.bridge import StateBridge

application = QApplication([])
label, bridge, seen = QLabel(), StateBridge(), []
bridge.level_changed.connect(seen.append)
for number in range(5_000):
    bridge.level_changed.emit(number)
    label.setText(str(number))
print(len(seen))
"""


def test_five_thousand_emits_leave_the_process_alive() -> None:
    run = subprocess.run([sys.executable, "-c", EMITS], capture_output=True, text=True, timeout=60)

    pair = f"PySide6 {PySide6.__version__} on Python {sys.version.split()[0]}"
    assert run.returncode == 0, f"{pair} ended with {run.returncode}: {run.stderr[-500:]}"
    assert run.stdout.strip() == "5000"
