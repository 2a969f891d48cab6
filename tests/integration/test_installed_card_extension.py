"""A package that is installed adds a node type and its widget; nothing of ours knows of it.

The distribution lies on the child's path as an installer leaves it: package and `dist-info`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

PACKAGES = Path(__file__).parent.parent / "data" / "card_extension"
HERE = Path(__file__).parent.parent.parent
TEMPLATE = '{"nodes": [{"type": "example:stripe", "words": "Page {page}"}]}'
PINK = QColor("#ff00aa").rgb()
DEADLINE_S = 120


@pytest.fixture
def template(tmp_path: Path) -> Path:
    file = tmp_path / "cards" / "system" / "help.json"
    file.parent.mkdir(parents=True)
    file.write_text(TEMPLATE)
    return file


def cards(*words: str, installed: bool = True) -> subprocess.CompletedProcess[str]:
    """Run `companion cards` in a process that has the package, or has it not."""
    path = [str(HERE), *([str(PACKAGES)] if installed else [])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    command = [sys.executable, "-m", "companion", "cards", *words]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=DEADLINE_S, check=False
    )


@pytest.mark.behaviour("CARD-033")
def test_its_node_is_drawn_by_its_own_widget(template: Path, tmp_path: Path) -> None:
    out = tmp_path / "card.png"
    drawn = cards("render", str(template), "--variant", "full", "--out", str(out))
    picture = QImage(str(out))
    seen = {picture.pixel(x, picture.height() // 2) for x in range(picture.width())}

    assert (drawn.returncode, drawn.stderr) == (0, "")
    assert PINK in seen


@pytest.mark.behaviour("CARD-033")
def test_its_node_is_checked_and_in_the_schema(template: Path) -> None:
    checked, schema = cards("check", str(template)), cards("schema")

    assert checked.stdout == "1 files, 0 faults\n"
    assert '"example:stripe"' in schema.stdout


def test_its_fields_are_checked_as_ours_are(template: Path) -> None:
    template.write_text(TEMPLATE.replace("words", "wrds"))
    checked = cards("check", str(template))

    assert "example:stripe has no 'wrds'; did you mean 'words'?" in checked.stdout


def test_without_the_package_the_template_is_a_fault(template: Path) -> None:
    checked = cards("check", str(template), installed=False)

    assert checked.returncode == 1
    assert "unknown node type 'example:stripe'" in checked.stdout
