"""Sounds of notifications are resources of ours, and due only for what comes unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.client import sounds
from companion.client.sounds import Sound, due, is_speech, newest, pcm_of
from companion.client.state import EMPTY, ClientState, Entry, Phase, Speaker, Voice
from companion.language.phrase import literal
from companion.support.paths import shipped
from tests.helpers.sounds_make import made


def told(*entries: tuple[Speaker, bool]) -> ClientState:
    return ClientState(
        entries=tuple(
            Entry(number, speaker, literal("x"), failed=failed)
            for number, (speaker, failed) in enumerate(entries, 1)
        )
    )


@pytest.mark.behaviour("NOTE-029")
@pytest.mark.parametrize("sound", Sound)
def test_every_sound_is_a_resource_that_our_own_maker_made(sound: Sound) -> None:
    path = shipped("resources") / "sounds" / f"{sound.value}.wav"
    assert path.read_bytes() == made(sound)
    assert 0.2 < len(pcm_of(sound)) / 2 / sounds.RATE_HZ < 1.0


@pytest.mark.behaviour("NOTE-029")
@pytest.mark.parametrize("content", [None, b"", b"RIFF", b"no sound at all"])
def test_a_missing_or_damaged_file_is_harmless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    (tmp_path / "sounds").mkdir()
    if content is not None:
        (tmp_path / "sounds" / "notice.wav").write_bytes(content)
    monkeypatch.setattr(sounds, "shipped", lambda folder: tmp_path)
    assert pcm_of(Sound.NOTICE) == b""


@pytest.mark.parametrize(
    ("entries", "sound"),
    [
        pytest.param([(Speaker.PLAYER, False), (Speaker.COMPANION, False)], None, id="an answer"),
        pytest.param([(Speaker.COMPANION, True)], None, id="a failed answer"),
        pytest.param([(Speaker.NOTICE, False)], Sound.NOTICE, id="a notice"),
        pytest.param([(Speaker.NOTICE, True)], Sound.TROUBLE, id="trouble"),
        pytest.param([(Speaker.NOTICE, True), (Speaker.NOTICE, False)], Sound.NOTICE, id="both"),
    ],
)
def test_a_sound_is_due_for_what_comes_unasked(
    entries: list[tuple[Speaker, bool]], sound: Sound | None
) -> None:
    assert due(told(*entries), 0) is sound


def test_what_is_past_makes_no_sound_again() -> None:
    state = told((Speaker.NOTICE, False))
    assert due(state, newest(state)) is None
    assert newest(EMPTY) == 0


@pytest.mark.parametrize("phase", Phase)
def test_speech_is_what_is_said_and_what_is_listened_to(phase: Phase) -> None:
    speech = {Phase.LISTENING, Phase.RECOGNISING, Phase.SPEAKING}
    assert is_speech(ClientState(voice=Voice(phase))) is (phase in speech)
