"""What a microphone and a key prove while they are tried."""

from __future__ import annotations

import pytest

from companion.client.first_start.proofs import (
    LEAST_LOUD,
    PATIENCE,
    Hearing,
    KeyProof,
    MicrophoneProof,
    Pressing,
)


def heard(*levels: float) -> MicrophoneProof:
    proof = MicrophoneProof()
    for dbfs in levels:
        proof = proof.after(dbfs)
    return proof


@pytest.mark.parametrize(
    ("levels", "hearing"),
    [
        pytest.param([], Hearing.NOTHING, id="no level"),
        pytest.param([-60.0], Hearing.WAITING, id="silence"),
        pytest.param([-60.0] * PATIENCE, Hearing.QUIET, id="silence for long"),
        pytest.param([-20.0] * (LEAST_LOUD - 1), Hearing.WAITING, id="a click"),
        pytest.param([-20.0] * LEAST_LOUD, Hearing.WELL, id="a word"),
        pytest.param([-60.0] * PATIENCE + [-20.0] * LEAST_LOUD, Hearing.WELL, id="late words"),
        pytest.param([-1.0] * LEAST_LOUD, Hearing.CLIPPED, id="a shout"),
    ],
)
def test_a_microphone_proves_itself_by_speech(levels: list[float], hearing: Hearing) -> None:
    assert heard(*levels).hearing is hearing


def test_the_peak_follows_the_voice_down() -> None:
    loud = heard(-20.0)
    later = heard(-20.0, *[-60.0] * 100)
    assert loud.peak_dbfs == -20.0
    assert later.peak_dbfs == -60.0


@pytest.mark.parametrize(
    ("changes", "pressing"),
    [
        pytest.param([], Pressing.WAITING, id="nothing"),
        pytest.param([True], Pressing.HELD, id="down"),
        pytest.param([True, False], Pressing.PROVED, id="down and up"),
        pytest.param([False], Pressing.WAITING, id="up only"),
        pytest.param([True, False, True], Pressing.HELD, id="down again"),
    ],
)
def test_a_key_proves_itself_by_going_down_and_up(changes: list[bool], pressing: Pressing) -> None:
    proof = KeyProof()
    for held in changes:
        proof = proof.after(held=held)
    assert proof.pressing is pressing
