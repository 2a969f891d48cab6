"""Bench: ears and voice by themselves: nothing lost, nothing late, offline words, and the echo.

The microphone and the speaker are stand-ins that keep real time; what a sound server adds is not in
it (`tests/desktop` has one). Chinese speech is made by the offline voice, as no people are here.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence

from companion.commands.bench.figure import Figure
from companion.commands.bench.speech_echo import BEST, Score, echo_scores
from companion.commands.bench.speech_presses import Press, presses
from companion.commands.bench.speech_voice import Voice, voice
from companion.commands.bench.speech_words import Words, words

PRESSES = 24
FULL_PRESSES = 200
VOICES = 16
FULL_VOICES = 100
SENTENCES = 5
FULL_SENTENCES = 20
ROOM_S = 24.0
BEST_ROOM_S = 80.0
"""Ten times somebody speaks over the voice."""
FULL_ROOM_S = 600.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--presses", type=int, default=0, help=f"how many; {PRESSES} by default")


def figures(arguments: argparse.Namespace) -> tuple[Figure, ...]:
    """Measure one after the other."""
    full = bool(arguments.full)
    count = arguments.presses or (FULL_PRESSES if full else PRESSES)
    pressed = asyncio.run(presses(count))
    spoken = asyncio.run(voice(FULL_VOICES if full else VOICES))
    understood = asyncio.run(words(FULL_SENTENCES if full else SENTENCES))
    scores = asyncio.run(echo_scores(*((FULL_ROOM_S,) if full else (ROOM_S, BEST_ROOM_S))))
    return (
        *_of_presses(pressed),
        *_of_voice(spoken),
        *(figure for one in understood for figure in _of_words(one)),
        *(figure for score in scores for figure in _of_echo(score)),
    )


def _of_presses(found: Sequence[Press]) -> tuple[Figure, ...]:
    return (
        Figure("presses", len(found), "presses"),
        Figure("first word lost, worst", max(press.lost_ms for press in found), "ms", 0),
        Figure("holes in an utterance", sum(press.holes for press in found), "blocks", 0),
        Figure("key up to last byte p95", _p95([p.last_byte_ms for p in found]), "ms", 25),
    )


def _of_voice(found: Voice) -> tuple[Figure, ...]:
    return (
        Figure("first audio byte to first sound p95", _p95(found.first_sound_ms), "ms", 30),
        Figure("key down to silence p95", _p95(found.silence_ms), "ms", 20),
        Figure(
            "device starved by four stalls of 300 ms",
            found.starved,
            "callbacks",
            0,
            note=f"latest callback {found.latest_ms:.0f} ms late",
        ),
    )


def _of_words(found: Words) -> tuple[Figure, ...]:
    name = f"offline {found.language}"
    return (
        Figure(f"{name}: sentences", found.sentences, "sentences"),
        Figure(f"{name}: right word by word", found.exact, "sentences"),
        Figure(f"{name}: error", round(found.error * 100, 1), "%", note=found.unit),
        Figure(f"{name}: matched to its button", found.matched, "sentences", found.sentences,
               "higher"),
        Figure(f"{name}: sound ended to words p50", round(found.median_ms, 1), "ms"),
    )  # fmt: skip


def _of_echo(score: Score) -> tuple[Figure, ...]:
    """Goals are for what is used; the others are what it is measured against."""
    name = f"echo {score.level_db:+.0f} dB, {score.canceller}"
    is_used = score.canceller == BEST
    goal, all_of_them = (0, score.spoken) if is_used else (None, None)
    delay = score.delay_error_ms
    return (
        Figure(f"{name}: false interruptions", round(score.false_an_hour, 1), "an hour", goal),
        Figure(f"{name}: real ones noticed", score.noticed, f"of {score.spoken}", all_of_them,
               "higher"),
        Figure(f"{name}: onset to interruption p50", round(score.median_ms), "ms"),
        *(() if delay is None else (Figure(f"{name}: error of the delay found", delay, "ms", 5),)),
    )  # fmt: skip


def _p95(values: Sequence[float]) -> float:
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))], 2)
