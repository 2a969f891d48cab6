"""The demo's `report.json`: what was said, heard, done, shown and answered in every turn."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.client.state import Stages
from companion.client.turn import TurnRecord
from companion.commands.demo.script import Line
from companion.support.atomic import write_atomically


class TurnReport(msgspec.Struct, frozen=True):
    """One turn.

    Attributes:
        said: The script's words, or the recording's file name.
        heard: The transcript.
        action: What was understood: an action's identifier or `local:<name>`.
        card: Template of the card in front after the turn; empty when none was.
        spoken: The answer, as it was said aloud.
        stages: Milliseconds since key-up, -1 where a stage did not happen.
        files: Kind to file name: player, voice, window, overlay.
        faults: Why the turn failed; empty when it did not.
    """

    said: str
    heard: str
    action: str
    card: str
    spoken: str
    stages: dict[str, float]
    files: dict[str, str]
    faults: tuple[str, ...]


class Report(msgspec.Struct, frozen=True):
    """The whole demo."""

    locale: str
    world: str
    turns: tuple[TurnReport, ...]
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether every turn was heard, understood and answered aloud."""
        return bool(self.turns) and not any(turn.faults for turn in self.turns)


def faults_of(line: Line, record: TurnRecord | None, voice: bytes) -> tuple[str, ...]:
    """Judge a turn after it is over.

    Args:
        line: What was said.
        record: What became of it; None when nothing did in time.
        voice: What the speaker played.
    """
    if record is None:
        return ("no answer in time",)
    faults: list[str] = []
    if not record.heard:
        faults.append("nothing was heard")
    if record.failure:
        faults.append(f"failed: {record.failure}")
    if line.expects and record.action not in line.expects:
        wanted = " or ".join(line.expects)
        faults.append(f"understood as {record.action or 'nothing'}, not {wanted}")
    if not record.spoken or not any(voice):
        faults.append("not answered aloud")
    return tuple(faults)


def stage_times(stages: Stages | None) -> dict[str, float]:
    """The stage clock as plain numbers, a tenth of a millisecond apart."""
    if stages is None:
        return {}
    return {name: round(value, 1) for name, value in msgspec.to_builtins(stages).items()}


def stages_line(stages: dict[str, float]) -> str:
    """The stages that happened, for a person: `final text 111, first sound 324`."""
    happened = {name: value for name, value in stages.items() if value >= 0}
    return ", ".join(f"{name.replace('_', ' ')} {value:.0f}" for name, value in happened.items())


def write_report(folder: Path, report: Report) -> Path:
    """Write `report.json`; it is on disk on return."""
    path = folder / "report.json"
    write_atomically(path, msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
    return path
