"""Voices bought and kept over the gateway: agreed to, sent once, written down."""

from __future__ import annotations

import asyncio
import dataclasses
import threading
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from companion.speech.ledger.account_file import AccountFile, usage_path
from companion.speech.ledger.accounts import read_accounts
from companion.speech.voices import account as account_module
from companion.speech.voices import keeping
from companion.speech.voices.account import VoicesAccount
from companion.speech.voices.buying import make_voice, sample_voice
from companion.speech.voices.offer import Offer, Step, offer_of, sample_cost
from companion.speech.voices.voice_book import DesignedVoice
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn
from companion.support.secrets import NoStore, Secrets
from companion.support.settings import Settings
from tests.gateway.cloud_trouble import Trouble
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.paid import DESIGN
from tests.helpers.waiting import DEADLINE_S, until

pytestmark = [pytest.mark.gateway, pytest.mark.filterwarnings("default")]


@pytest.fixture
def account(gateway: LoopbackGateway, tmp_path: Path) -> VoicesAccount:
    settings = Settings(qwen_base_url=gateway.qwen_base_url)
    return VoicesAccount(tmp_path, Secrets({"DASHSCOPE_API_KEY": gateway.key}, NoStore()), settings)


async def offered(account: VoicesAccount) -> Offer:
    return offer_of(await account.prices(), account.address, DESIGN.model)


async def bought(account: VoicesAccount, **more: Any) -> DesignedVoice:
    book = await make_voice(account, DESIGN, await offered(account), **more)
    return book.voices[-1]


def calls(account: VoicesAccount) -> dict[str, int]:
    file = AccountFile(usage_path(account.folder, read_accounts(account.folder).current))
    return {source: count.calls for source, count in file.read().total.items()}


@pytest.mark.behaviour("VOICE-001", "VOICE-004")
async def test_a_voice_is_bought_once_and_written_down_with_its_name(
    account: VoicesAccount, gateway: LoopbackGateway
) -> None:
    steps: list[Step] = []
    voice = await bought(account, name="Oak", on_step=steps.append)
    assert (voice.name, voice.prompt, voice.region) == ("Oak", DESIGN.prompt, "cn-beijing")
    assert steps == [Step.LOOKING, Step.SENT, Step.WRITING]
    assert (await keeping.read_book(account)).voices == (voice,)
    await until(lambda: calls(account) == {"voice_design/voice-enrollment": 1})
    assert len(gateway.voices.designs) == 1


async def test_nothing_is_sent_at_another_price_than_the_agreed_one(
    account: VoicesAccount, gateway: LoopbackGateway
) -> None:
    other = dataclasses.replace(await offered(account), cost=Decimal("0.1"))
    with pytest.raises(CompanionError) as failed:
        await make_voice(account, DESIGN, other)
    assert failed.value.failure is Failure.SPEECH_OFFER_CHANGED
    assert gateway.voices.designs == []


async def test_a_name_that_is_taken_costs_nothing(
    account: VoicesAccount, gateway: LoopbackGateway
) -> None:
    await bought(account, name="Oak")
    with pytest.raises(CompanionError) as failed:
        await bought(account, name="oak")
    assert failed.value.failure is Failure.SPEECH_VOICE_NAME
    assert len(gateway.voices.designs) == 1


async def test_a_voice_that_cannot_be_written_down_is_named_so_that_it_can_be_kept_later(
    account: VoicesAccount, gateway: LoopbackGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("dashscope", reason="the extra `dashscope` is not installed")
    (account.folder / "system").mkdir()
    (account.folder / "system" / "voices").write_text("in the way")
    with pytest.raises(CompanionError) as failed:
        await bought(account)
    (voice_id,) = gateway.voices.voices
    assert failed.value.failure is Failure.SPEECH_VOICE_NOT_KEPT
    assert failed.value.detail.startswith(voice_id)
    (account.folder / "system" / "voices").unlink()
    (kept,) = (await keeping.adopt_voice(account, voice_id, " Oak ")).voices
    assert (kept.id, kept.name, kept.model) == (voice_id, "Oak", DESIGN.model)


async def test_who_stops_waiting_after_the_request_left_has_it_in_the_books(
    account: VoicesAccount, gateway: LoopbackGateway
) -> None:
    gateway.voices.trouble = Trouble.STALL_MIDWAY
    steps: list[Step] = []
    making = spawn(bought(account, on_step=steps.append), "making")
    await until(lambda: gateway.voices.designs)
    making.cancel()
    await asyncio.wait({making})
    assert (making.cancelled(), steps[-1]) == (True, Step.SENT)
    await until(lambda: calls(account) == {"voice_design/voice-enrollment": 1})


@pytest.mark.behaviour("VOICE-004")
async def test_hearing_a_kept_voice_is_one_paid_call_and_the_next_time_none(
    account: VoicesAccount, gateway: LoopbackGateway
) -> None:
    voice = await bought(account)
    cost = sample_cost(voice, await account.prices())
    first = await sample_voice(account, voice, cost)
    posts = gateway.record.posts.total()
    assert (await sample_voice(account, voice, cost), gateway.record.posts.total()) == (
        first,
        posts,
    )
    source = f"qwen_audio/{voice.model}"
    await until(lambda: calls(account).get(source) == 1)
    assert first


async def test_a_sample_at_another_price_is_not_asked_for(
    account: VoicesAccount, gateway: LoopbackGateway
) -> None:
    voice = await bought(account)
    posts = gateway.record.posts.total()
    with pytest.raises(CompanionError) as failed:
        await sample_voice(account, voice, Decimal("99"))
    assert failed.value.failure is Failure.SPEECH_OFFER_CHANGED
    assert gateway.record.posts.total() == posts


async def test_a_voice_without_a_key_is_neither_made_nor_looked_for(
    account: VoicesAccount, gateway: LoopbackGateway
) -> None:
    keyless = dataclasses.replace(account, secrets=Secrets({}, NoStore()))
    assert not await keyless.has_key()
    with pytest.raises(CompanionError) as failed:
        await bought(keyless)
    assert failed.value.failure is Failure.SPEECH_KEYS_MISSING
    assert gateway.voices.designs == []


class Unanswered:
    """A service that does not answer while the test looks."""

    def __init__(self) -> None:
        self.answer = threading.Event()

    def delete(self, voice_id: str) -> None:
        self.answer.wait(DEADLINE_S)

    def list(self) -> tuple[()]:
        self.answer.wait(DEADLINE_S)
        return ()


@pytest.mark.parametrize(
    ("deed", "failure"),
    [
        (lambda account: keeping.list_remote(account), Failure.SPEECH_VOICES_SILENT),
        (lambda account: keeping.delete_voice(account, "x"), Failure.SPEECH_DELETION_UNCERTAIN),
    ],
    ids=["list", "delete"],
)
async def test_a_service_that_does_not_answer_is_told_for_what_it_is(
    deed: Any, failure: Failure, account: VoicesAccount, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = Unanswered()
    monkeypatch.setattr(account_module, "SERVICE_DEADLINE_S", 0.0)
    monkeypatch.setattr(account_module, "VendorVoices", lambda key, address: silent)
    with pytest.raises(CompanionError) as failed:
        await deed(account)
    silent.answer.set()
    assert failed.value.failure is failure


async def test_a_voice_is_forgotten_here_only_when_that_is_wanted(
    account: VoicesAccount, gateway: LoopbackGateway
) -> None:
    voice = await bought(account, name="Oak")
    await keeping.bind_voice(account, "character:Nora", "Oak", "en")
    book = await keeping.delete_voice(account, "Oak", only_here=True)
    assert (book.voices, book.bindings, list(gateway.voices.voices)) == ((), (), [voice.id])
