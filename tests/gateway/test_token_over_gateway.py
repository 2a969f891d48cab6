from __future__ import annotations

import asyncio
import dataclasses
import time

import pytest

from companion.speech.asr.nls_account import NlsAccount, NlsEndpoints
from companion.speech.asr.nls_token_source import BACK_OFF_S, NlsTokenSource
from companion.support.errors import Failure, RecognitionError
from companion.support.loops import spawn
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.token_endpoint import TokenTrouble
from tests.helpers.clock import ManualClock

pytestmark = pytest.mark.gateway


def clock_now(behind_s: float = 0.0) -> ManualClock:
    return ManualClock(wall=time.time() - behind_s)  # noqa: TID251 - the gateway's own clock


def source_at(
    gateway: LoopbackGateway, clock: ManualClock | None = None, account: NlsAccount | None = None
) -> NlsTokenSource:
    return NlsTokenSource(account or gateway.account, gateway.endpoints, clock or clock_now())


async def failure_of(source: NlsTokenSource) -> Failure:
    with pytest.raises(RecognitionError) as failed:
        await source.token()
    return failed.value.failure


@pytest.mark.parametrize("field", ["key_id", "key_secret"])
async def test_a_wrong_key_is_named(field: str, gateway: LoopbackGateway) -> None:
    account = dataclasses.replace(gateway.account, **{field: "another"})
    assert await failure_of(source_at(gateway, account=account)) is Failure.SPEECH_KEY_WRONG


async def test_a_key_of_odd_signs_is_signed_rightly(gateway: LoopbackGateway) -> None:
    account = NlsAccount("id with space*~+/=:&?%中文", "s&cret", "app")
    gateway.token.key_id, gateway.token.key_secret = account.key_id, account.key_secret
    assert (await source_at(gateway, account=account).token()).id in gateway.token.valid


@pytest.mark.parametrize("behind_s", [1000.0, -1000.0], ids=["slow", "fast"])
async def test_a_wrong_clock_is_named(behind_s: float, gateway: LoopbackGateway) -> None:
    source = source_at(gateway, clock_now(behind_s))
    assert await failure_of(source) is Failure.SPEECH_CLOCK_WRONG


@pytest.mark.parametrize(
    ("trouble", "failure"),
    [
        (TokenTrouble.NO_PERMISSION, Failure.SPEECH_NO_PERMISSION),
        (TokenTrouble.THROTTLED, Failure.SPEECH_BUSY),
        (TokenTrouble.CUT, Failure.SPEECH_UNREACHABLE),
        (TokenTrouble.NO_JSON, Failure.SPEECH_SERVICE_ERROR),
    ],
    ids=lambda value: value.name,
)
async def test_every_trouble_has_its_code(
    trouble: TokenTrouble, failure: Failure, gateway: LoopbackGateway
) -> None:
    gateway.token.plan.append(trouble)
    assert await failure_of(source_at(gateway)) is failure
    assert gateway.record.token_requests == 1


async def test_after_throttling_the_service_is_left_alone_for_a_while(
    gateway: LoopbackGateway,
) -> None:
    gateway.token.plan.append(TokenTrouble.THROTTLED)
    clock = clock_now()
    source = source_at(gateway, clock)
    await failure_of(source)
    assert await failure_of(source) is Failure.SPEECH_BUSY
    assert gateway.record.token_requests == 1
    clock.advance(BACK_OFF_S)
    assert (await source.token()).id in gateway.token.valid


async def test_a_service_that_says_nothing_is_given_up(
    gateway: LoopbackGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.speech.asr.nls_token_source.TIMEOUT_S", 0.05)
    gateway.token.plan.append(TokenTrouble.STALL)
    assert await failure_of(source_at(gateway)) is Failure.SPEECH_SILENT


async def test_many_askers_make_one_request(gateway: LoopbackGateway) -> None:
    source = source_at(gateway)
    tokens = await asyncio.gather(*(source.token() for _ in range(5)))
    assert len({token.id for token in tokens}) == 1
    assert gateway.record.token_requests == 1


@pytest.mark.behaviour("ASR-008")
async def test_a_cancelled_asker_takes_its_request_along_and_the_next_makes_its_own(
    gateway: LoopbackGateway,
) -> None:
    gateway.token.plan.append(TokenTrouble.STALL)
    source = source_at(gateway)
    first, second = spawn(source.token(), "first"), spawn(source.token(), "second")
    await gateway.token.stalled.wait()
    first.cancel()
    assert (await second).id in gateway.token.valid
    assert first.cancelled()
    assert gateway.record.token_requests == 2


@pytest.mark.parametrize(
    ("life_left_s", "tokens_made"), [(121.0, 1), (119.0, 2)], ids=["121 s", "119 s"]
)
@pytest.mark.behaviour("ASR-006")
async def test_two_minutes_of_life_are_the_border(
    life_left_s: float, tokens_made: int, gateway: LoopbackGateway
) -> None:
    gateway.token.life_s = 300.0
    clock = clock_now()
    source = source_at(gateway, clock)
    token = await source.token()
    clock.advance(token.expires - clock.wall() - life_left_s)
    await source.token()
    assert gateway.record.tokens_made == tokens_made


async def test_nobody_there_is_unreachable(gateway: LoopbackGateway) -> None:
    endpoints = NlsEndpoints("http://127.0.0.1:9/", "ws://127.0.0.1:9/", "cn-shanghai")
    source = NlsTokenSource(gateway.account, endpoints, clock_now())
    assert await failure_of(source) is Failure.SPEECH_UNREACHABLE
