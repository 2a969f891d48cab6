"""The wheel holds all that the program needs: built, installed alone and played elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [pytest.mark.slow, pytest.mark.alone, pytest.mark.timeout(400)]


def _run(*command: str | Path, cwd: Path, within: float = 300) -> str:
    """Run without anything of the checkout in the way; returns what it printed."""
    unwanted = ("PYTHONPATH", "DISPLAY", "WAYLAND_DISPLAY")
    environment = {name: value for name, value in os.environ.items() if name not in unwanted}
    result = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**environment, "COMPANION_CONFIG": str(cwd / "config")},
        capture_output=True,
        text=True,
        check=False,
        timeout=within,
    )
    assert result.returncode == 0, (result.stdout + result.stderr)[-3000:]
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    options = ("--wheel", "--no-isolation", "--outdir", folder)
    _run(sys.executable, "-m", "build", *options, ROOT, cwd=folder)
    return next(folder.glob("companion-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment with our wheel in it.

    The dependencies are those of the environment that runs the tests: a `.pth` line puts them
    behind the new environment's own packages. `.pth` files found there are not read, so the
    checkout of an editable install stays out of reach.
    """
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    python = programs / Path(sys.executable).name
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index")
    _run(*pip, "--disable-pip-version-check", wheel, cwd=folder)
    target = _run(
        python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder
    )
    (Path(target.strip()) / "behind.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return programs


@pytest.mark.parametrize("folder", ["cards", "resources"])
def test_everything_of_a_shipped_folder_is_in_the_wheel(wheel: Path, folder: str) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    shipped = [path for path in (ROOT / folder).rglob("*") if path.is_file()]
    assert shipped
    assert {f"companion/data/{path.relative_to(ROOT).as_posix()}" for path in shipped} <= packed


def test_nothing_but_the_package_and_its_data_is_in_the_wheel(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert tops == {"companion", next(top for top in tops if top.endswith(".dist-info"))}


def test_cards_and_resources_come_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    code = "from companion.support.paths import shipped as s; print(s('cards'), s('resources'))"
    found = _run(installed / "python", "-c", code, cwd=tmp_path).split()
    assert [Path(path).is_relative_to(installed.parent) for path in found] == [True, True]


def test_the_demo_plays_from_another_folder(installed: Path, tmp_path: Path) -> None:
    _run(installed / "companion", "demo", "--out", tmp_path / "out", cwd=tmp_path, within=240)
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    assert len(report["turns"]) == 5
    assert all(turn["heard"] and turn["spoken"] for turn in report["turns"])
    assert len(list((tmp_path / "out").glob("**/*.wav"))) >= 5
    assert list((tmp_path / "out").glob("**/*.png"))
