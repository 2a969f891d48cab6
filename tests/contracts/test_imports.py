"""The map is true: who imports whom, and what runs without a toolkit or a sound library."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PURE = (
    "companion.support",
    "companion.language",
    "companion.protocol",
    "companion.cards",
    "companion.games",
    "companion.engine",
    "companion.client",
    "companion.speech",
)

_IMPORT_ALL = """
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    platform_only = module.name.endswith(".x11") and sys.platform != "linux"
    if not platform_only:
        importlib.import_module(module.name)
found = sorted(name for name in sys.modules if name.split(".")[0] in ("PySide6", "sounddevice"))
sys.exit(f"{sys.argv[1]} imports {found}" if found else 0)
"""

_RUN_WITHOUT = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("PySide6", "shiboken6", "sounddevice"):
            raise ImportError(f"{name} must not be needed here")
sys.meta_path.insert(0, Blocked())
from companion.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def _python(code: str, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(
        command, cwd=ROOT, input=stdin, capture_output=True, text=True, check=False, timeout=60
    )


def test_imports_point_down() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run(
        [lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert result.returncode == 0, result.stdout[-3000:]


@pytest.mark.parametrize("package", PURE)
def test_importing_it_brings_neither_qt_nor_portaudio(package: str) -> None:
    result = _python(_IMPORT_ALL, package)
    assert result.returncode == 0, result.stderr[-2000:]


def test_the_block_of_these_tests_really_blocks() -> None:
    result = _python(_RUN_WITHOUT.replace("from companion", "import PySide6\nfrom companion"))
    assert "must not be needed here" in result.stderr


def test_the_engine_serves_without_qt_and_portaudio() -> None:
    result = _python(_RUN_WITHOUT, "engine", stdin=json.dumps({"token": "t" * 32}) + "\n")
    assert result.returncode == 0, result.stderr[-2000:]
    assert json.loads(result.stdout)["port"] > 0


def test_quests_are_read_without_qt_and_portaudio(tmp_path: Path) -> None:
    chapters = tmp_path / "config" / "ftbquests" / "quests" / "chapters"
    chapters.mkdir(parents=True)
    quest = '{ id: "00000000000000A1" title: "Stone Age" tasks: [{ id: "A2" type: "checkmark" }] }'
    (chapters / "start.snbt").write_text('{ id: "A3" filename: "start" quests: [' + quest + "] }")
    result = _python(_RUN_WITHOUT, "quests", str(tmp_path), "--json")
    assert result.returncode == 0, result.stderr[-2000:]
    assert json.loads(result.stdout)["counts"]["quests"] == 1


def test_keys_are_listed_without_qt_and_portaudio() -> None:
    result = _python(_RUN_WITHOUT, "keys", "list")
    assert result.returncode == 0, result.stderr[-2000:]
    assert "DASHSCOPE_API_KEY" in result.stdout
