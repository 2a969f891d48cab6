"""`hear`, `say`, `voices` and `usage`, from the arguments to the wire and into the books."""

from __future__ import annotations

import asyncio
import json
import wave
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.commands import voices
from companion.speech.audio.wav import WavSpeaker
from companion.support.errors import AudioError, Failure
from companion.support.settings import Settings, write_settings
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.paid import TEXT
from tests.gateway.sound import tone, wav

pytestmark = [pytest.mark.gateway, pytest.mark.filterwarnings("default")]


@pytest.fixture
def player(gateway: LoopbackGateway, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player's folder, with settings that lead to the gateway."""
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path))
    monkeypatch.setenv("DASHSCOPE_API_KEY", gateway.key)
    write_settings(tmp_path, settings_for(gateway))
    (tmp_path / "words.wav").write_bytes(wav(tone(0.5, 16_000), 16_000))
    return tmp_path


def settings_for(gateway: LoopbackGateway, **more: Any) -> Settings:
    return Settings(
        recognizer="dashscope",
        synthesizer="qwen",
        qwen_base_url=gateway.qwen_base_url,
        **more,
    )


async def told(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> Any:
    """What a command prints as JSON."""
    capsys.readouterr()
    assert await asyncio.to_thread(main, words) == status
    return json.loads(capsys.readouterr().out.splitlines()[-1])


async def test_a_recording_is_heard(player: Path, capsys: pytest.CaptureFixture[str]) -> None:
    heard = await told(capsys, "hear", str(player / "words.wav"), "--json")
    assert (heard["text"], heard["provider"]) == ("show my quests", "dashscope")
    assert (heard["seconds"], heard["partials"] > 0) == (0.5, True)


async def test_a_text_is_spoken_into_a_file(
    player: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = player / "said.wav"
    said = await told(capsys, "say", TEXT, "--out", str(out), "--json")
    with wave.open(str(out)) as file:
        assert file.readframes(10**9) == tone(0.3 + 0.05 * len(TEXT))
    assert (said["provider"], said["rate_hz"], said["sentences"]) == ("qwen", 24_000, 1)


async def test_what_was_used_is_in_the_books_with_its_price(
    player: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await told(capsys, "hear", str(player / "words.wav"), "--json")
    await told(capsys, "say", TEXT, "--out", str(player / "x.wav"), "--json")
    today = (await told(capsys, "usage", "--json"))["today"]
    lines = {line["source"]: (line["calls"], line["cost"]) for line in today["lines"]}
    assert lines == {
        "dashscope/fun-asr-realtime": (1, "0.000165"),
        "qwen/qwen3-tts-flash": (1, "0.00168"),
    }
    assert (today["cost"], today["unpriced"]) == ("0.001845", [])


async def test_a_limit_that_is_reached_leaves_the_gateway_alone(
    player: Path, gateway: LoopbackGateway, capsys: pytest.CaptureFixture[str]
) -> None:
    write_settings(player, settings_for(gateway, speech_cap_daily=0.0001))
    await asyncio.to_thread(main, ["say", TEXT, "--out", str(player / "x.wav"), "--json"])
    assert not gateway.record.posts


async def test_fixed_phrases_are_made_once_after_the_price_was_agreed_to(
    player: Path, gateway: LoopbackGateway, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = await told(capsys, "voices", "--json", "prefetch", status=3)
    assert (int(asked["phrases"]) > 5, float(asked["price"]) > 0) == (True, True)
    assert not gateway.record.posts
    made = await told(capsys, "voices", "--json", "prefetch", "--yes")
    assert made["phrases"] == asked["phrases"]
    assert len(gateway.record.posts) == int(asked["phrases"])
    again = await told(capsys, "voices", "--json", "prefetch")
    assert (again["phrases"], len(gateway.record.posts)) == ("0", int(asked["phrases"]))


@pytest.mark.behaviour("TTS-011")
async def test_settings_that_cannot_work_are_told_when_it_is_to_speak(
    player: Path, gateway: LoopbackGateway, capsys: pytest.CaptureFixture[str]
) -> None:
    write_settings(player, settings_for(gateway, qwen_model="qwen-omni-turbo"))
    said = await told(capsys, "say", TEXT, "--out", "x.wav", "--json", status=1)
    assert said["failure"] == "speech_setting_wrong"
    assert "qwen_model qwen-omni-turbo" in said["sentence"]
    assert not gateway.record.posts


@pytest.mark.behaviour("VOICE-001")
async def test_a_voice_is_described_heard_kept_bound_spoken_with_and_deleted(
    player: Path, gateway: LoopbackGateway, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("dashscope", reason="the extra `dashscope` is not installed")
    preview = player / "preview.wav"
    made = await told(
        capsys, "voices", "--json", "design", "a warm voice", "--yes", "--out", str(preview)
    )
    (voice,) = made["voices"]
    assert preview.read_bytes()[:4] == b"RIFF"
    await told(capsys, "voices", "--json", "keep", voice["id"], "Oak")
    await told(capsys, "voices", "--json", "bind", "quest", "Oak")
    await told(capsys, "say", TEXT, "--speaker", "quest", "--out", str(player / "x.wav"), "--json")
    listed = await told(capsys, "voices", "--json", "list", "--remote")
    assert [row["id"] for row in listed["remote"]] == [voice["id"]]
    rest = await told(capsys, "voices", "--json", "delete", "Oak")
    assert (rest["voices"], rest["bindings"], gateway.voices.voices) == ([], [], {})
    usage = await told(capsys, "usage", "--json")
    sources = [line["source"] for line in usage["total"]["lines"]]
    assert sources == ["qwen_audio/qwen-audio-3.0-tts-flash", "voice_design/voice-enrollment"]


async def test_a_new_voice_is_heard_at_once(player: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = WavSpeaker()
    monkeypatch.setattr(voices, "loudspeaker", lambda settings: speaker)
    assert await asyncio.to_thread(main, ["voices", "design", "a warm voice", "--yes"]) == 0
    assert tone(0.1) in speaker.take()[0]


async def test_a_voice_that_cannot_be_heard_is_kept_all_the_same(
    player: Path,
    gateway: LoopbackGateway,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent(settings: Settings) -> WavSpeaker:
        raise AudioError(Failure.NO_SPEAKER, "none")

    monkeypatch.setattr(voices, "loudspeaker", absent)
    assert await asyncio.to_thread(main, ["voices", "design", "a warm voice", "--yes"]) == 0
    (voice,) = gateway.voices.voices
    assert voice in capsys.readouterr().out


@pytest.mark.behaviour("VOICE-004")
async def test_the_price_of_a_voice_is_said_before_and_has_to_be_agreed_to(
    player: Path, gateway: LoopbackGateway, capsys: pytest.CaptureFixture[str]
) -> None:
    said = await told(capsys, "voices", "--json", "design", "a warm voice", status=3)
    assert said["price"] == "0.2"
    assert gateway.voices.designs == []


@pytest.mark.parametrize(
    "words",
    [
        ("hear", "no.wav", "--json"),
        ("say", "...", "--json", "--out", "x.wav"),
        ("say", TEXT, "--speaker", "nobody", "--json"),
        ("voices", "--json", "bind", "quest", "Elm"),
        ("voices", "--json", "design", "x" * 501, "--yes"),
    ],
    ids=["no recording", "no words", "no speaker", "no voice", "too long"],
)
async def test_what_cannot_be_done_is_one_sentence(
    words: tuple[str, ...], player: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = await told(capsys, *words, status=1)
    assert said["sentence"]


async def test_prices_are_copied_to_where_they_may_be_edited(
    player: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await asyncio.to_thread(main, ["usage", "--edit-prices"]) == 0
    path = player / "system" / "speech-pricing.json"
    prices = json.loads(path.read_bytes())
    prices["prices"]["qwen/qwen3-tts-flash"]["price"] = 80
    path.write_text(json.dumps(prices))
    await told(capsys, "say", TEXT, "--out", str(player / "x.wav"), "--json")
    assert (await told(capsys, "usage", "--json"))["today"]["cost"] == "0.168"


async def test_whoever_reads_gets_the_same_in_words(
    player: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await asyncio.to_thread(main, ["usage"]) == 0
    assert await asyncio.to_thread(main, ["voices"]) == 0
    said = capsys.readouterr().out
    assert "Today: 0 CNY" in said
    assert "No voice has been designed yet" in said
