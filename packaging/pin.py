"""Resolve the dependencies anew with several Pythons and write `constraints.txt`.

Run it with one interpreter a supported version, oldest first, and then `packaging/test`:

    python packaging/pin.py python3.11 python3.12 python3.13
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = ("offline", "dashscope", "bench", "test")
HEADING = (
    "# What `packaging/run` and `packaging/test` install: versions that were resolved and tested.",
    "# Written by `packaging/pin.py`; where Pythons resolve differently a marker tells them apart.",
)
Pins = Mapping[str, str]


def requirements() -> list[str]:
    """Everything the project asks for, build tools included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"]
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    return [*wanted, *(line for extra in EXTRAS for line in extras[extra])]


def resolve(python: str) -> tuple[str, Pins]:
    """Ask pip of one interpreter; returns its version, such as `3.12`, and name to version."""
    options = ["--dry-run", "--ignore-installed", "--quiet", "--report", "-"]
    command = [python, "-m", "pip", "install", *options, *requirements()]
    report = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    found = (entry["metadata"] for entry in report["install"])
    return report["environment"]["python_version"], {m["name"]: m["version"] for m in found}


def constraints(resolved: Sequence[tuple[str, Pins]]) -> list[str]:
    """One line a package where all agree, else one line a version and its Pythons."""
    names = sorted({name for _, pins in resolved for name in pins}, key=str.lower)
    return [line for name in names for line in _lines(name, resolved)]


def _lines(name: str, resolved: Sequence[tuple[str, Pins]]) -> list[str]:
    versions = [pins.get(name) for _, pins in resolved]
    if len(set(versions)) == 1:
        return [f"{name}=={versions[0]}"]
    lines: dict[str, list[str]] = {}
    for (python, _), version in zip(resolved, versions, strict=True):
        if version:
            lines.setdefault(version, []).append(python)
    return [f"{name}=={version}; {_marker(p, resolved)}" for version, p in lines.items()]


def _marker(pythons: list[str], resolved: Sequence[tuple[str, Pins]]) -> str:
    known = [python for python, _ in resolved]
    after = known.index(pythons[-1]) + 1
    parts = [f"python_version >= '{pythons[0]}'"] if pythons[0] != known[0] else []
    if after < len(known):
        parts.append(f"python_version < '{known[after]}'")
    return " and ".join(parts)


def main(pythons: Sequence[str]) -> None:
    """Write the file."""
    resolved = [resolve(python) for python in pythons]
    text = "\n".join((*HEADING, *constraints(resolved), ""))
    (ROOT / "packaging" / "constraints.txt").write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])
