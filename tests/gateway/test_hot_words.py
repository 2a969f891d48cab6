"""Tables of hot words: made with one request, kept by their id, listed and deleted."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.speech.hot_words import MOST_WORDS, HotWordMaker, usable
from companion.support.errors import Failure, RecognitionError
from companion.support.settings import Settings, read_settings, write_settings
from tests.gateway.cloud_trouble import Trouble
from tests.gateway.loopback import LoopbackGateway

pytestmark = [pytest.mark.gateway, pytest.mark.filterwarnings("default")]


@pytest.fixture
def player(tmp_path: Path, gateway: LoopbackGateway, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path))
    monkeypatch.setenv("DASHSCOPE_API_KEY", gateway.key)
    write_settings(tmp_path, Settings(qwen_base_url=f"http://127.0.0.1:{gateway.port}/api/v1"))
    return tmp_path


async def told(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> dict[str, Any]:
    assert await asyncio.to_thread(main, ["hotwords", "--json", *words]) == status
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


async def test_a_table_is_made_used_listed_and_deleted(
    player: Path, gateway: LoopbackGateway, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("dashscope", reason="the extra `dashscope` is not installed")
    more = player / "names.txt"
    more.write_text("Cogwheel\nAndesite Alloy\n\n", encoding="utf-8")
    made = await told(capsys, "make", "Cogwheel", "--file", str(more), "--language", "en")
    (asked,) = gateway.hot_words.made
    assert [row["text"] for row in asked["vocabulary"]] == ["Cogwheel", "Andesite Alloy"]
    assert asked["target_model"] == read_settings(player).settings.dashscope_asr_model
    listed = await told(capsys, "list")
    assert [table["id"] for table in listed["tables"]] == [listed["used"]] == [made["table"]]
    await told(capsys, "delete", made["table"])
    assert gateway.hot_words.tables == {}
    assert read_settings(player).settings.dashscope_vocabulary == ""


@pytest.mark.parametrize("trouble", [Trouble.CUT_AT_START, Trouble.NO_JSON])
async def test_an_answer_that_is_lost_is_told_and_the_request_is_not_repeated(
    trouble: Trouble, gateway: LoopbackGateway
) -> None:
    gateway.hot_words.trouble = trouble
    maker = HotWordMaker(gateway.key, f"http://127.0.0.1:{gateway.port}/api/v1")
    with pytest.raises(RecognitionError) as failed:
        await maker.make(["Cogwheel"], "fun-asr-realtime", "en")
    assert failed.value.failure is Failure.SPEECH_HOT_WORDS_UNCERTAIN
    assert len(gateway.hot_words.made) == 1


async def test_a_wrong_key_is_told_apart(gateway: LoopbackGateway) -> None:
    maker = HotWordMaker("sk-other", f"http://127.0.0.1:{gateway.port}/api/v1")
    with pytest.raises(RecognitionError) as failed:
        await maker.make(["Cogwheel"], "fun-asr-realtime", "en")
    assert failed.value.failure in (Failure.SPEECH_KEY_WRONG, Failure.SPEECH_REGION_WRONG)
    assert gateway.hot_words.tables == {}


@pytest.mark.parametrize(
    "words",
    [(), ("", " "), tuple(f"w{n}" for n in range(MOST_WORDS + 1)), ("x" * 61,)],
    ids=["none", "blank", "too many", "too long"],
)
def test_what_no_table_may_hold_is_refused_before_anything_is_asked(words: tuple[str, ...]) -> None:
    with pytest.raises(RecognitionError) as refused:
        usable(words)
    assert refused.value.failure is Failure.SPEECH_SETTING_WRONG
