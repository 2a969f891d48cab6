from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator

import pytest

from companion.speech.asr.aliyun_nls import AliyunRecognizer
from companion.speech.events import Transcribe
from companion.speech.ledger.meter import FREE, Amount, Meter
from companion.support.errors import AudioError, Failure, RecognitionError
from companion.support.loops import spawn
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.nls_scenario import NlsScenario, NlsTrouble
from tests.gateway.utterances import BLOCK, at_once, hear, held
from tests.helpers.meter import FakeMeter

pytestmark = pytest.mark.gateway


def recognizer_at(gateway: LoopbackGateway, meter: Meter = FREE) -> AliyunRecognizer:
    return AliyunRecognizer(gateway.account, gateway.endpoints, meter=meter)


async def failure_at(
    gateway: LoopbackGateway, audio: AsyncIterator[bytes] | None = None
) -> RecognitionError:
    with pytest.raises(RecognitionError) as failed:
        await hear(recognizer_at(gateway), audio)
    return failed.value


async def test_an_utterance_becomes_words_with_partials_on_the_way(
    gateway: LoopbackGateway,
) -> None:
    transcript, partials = await hear(recognizer_at(gateway))
    assert (transcript.text, transcript.language) == ("show my quests", "en")
    assert partials == ["show", "show my"]
    assert gateway.record.heard == [BLOCK * 15]


async def test_the_gateway_can_hear_for_real(gateway: LoopbackGateway) -> None:
    async def count(sound: bytes) -> str:
        return f"{len(sound)} bytes"

    gateway.nls.default = NlsScenario(transcribe=count)
    transcript, _ = await hear(recognizer_at(gateway))
    assert transcript.text == "9600 bytes"


async def test_the_language_is_told_from_the_words_when_nobody_named_it(
    gateway: LoopbackGateway,
) -> None:
    gateway.nls.default = NlsScenario(partials=("打开",), final="打开第二个。")
    transcript, partials = await hear(recognizer_at(gateway), language="")
    assert (transcript.text, transcript.language) == ("打开第二个。", "zh")
    assert partials == ["打开"]


@pytest.mark.parametrize(
    "trouble",
    [NlsTrouble.FRAGMENTED, NlsTrouble.UNKNOWN_EVENT, NlsTrouble.PING],
    ids=lambda trouble: trouble.name,
)
@pytest.mark.behaviour("ASR-019")
async def test_what_a_gateway_may_do_besides_changes_nothing(
    trouble: NlsTrouble, gateway: LoopbackGateway
) -> None:
    gateway.nls.default = NlsScenario(trouble=trouble)
    transcript, partials = await hear(recognizer_at(gateway))
    assert (transcript.text, partials) == ("show my quests", ["show", "show my"])


async def test_sound_goes_out_while_the_key_is_held(gateway: LoopbackGateway) -> None:
    up = asyncio.Event()
    heard: list[str] = []

    def on_partial(chunk: object) -> None:
        heard.append(str(chunk))
        up.set()  # the key goes up only because words came while it was down

    await recognizer_at(gateway).transcribe(held(up), Transcribe("en"), on_partial)
    assert heard


async def test_what_waited_for_the_gateway_is_sent_at_a_pace_it_takes(
    gateway: LoopbackGateway,
) -> None:
    await hear(recognizer_at(gateway), at_once(2.0))
    assert gateway.record.heard == [BLOCK * 100]  # and its check of the pace noted nothing


async def test_the_token_is_not_carried_to_another_address(gateway: LoopbackGateway) -> None:
    gateway.nls.redirect_to = gateway.endpoints.gateway_url.replace("127.0.0.1", "localhost")
    assert (await failure_at(gateway)).failure is Failure.SPEECH_SERVICE_ERROR
    assert gateway.record.logins == 1


async def test_an_early_end_waits_for_the_key_and_sends_no_more(gateway: LoopbackGateway) -> None:
    gateway.nls.default = NlsScenario(trouble=NlsTrouble.EARLY_COMPLETED)
    up = asyncio.Event()

    def on_partial(chunk: object) -> None:
        if "quests" in str(chunk):
            up.set()

    transcript = await recognizer_at(gateway).transcribe(held(up), Transcribe("en"), on_partial)
    assert transcript.text == "show my quests"
    assert gateway.record.stops == 0


@pytest.mark.behaviour("ASR-006")
async def test_one_token_serves_several_utterances(gateway: LoopbackGateway) -> None:
    recognizer = recognizer_at(gateway)
    await asyncio.gather(recognizer.warm_up(), recognizer.warm_up())
    await hear(recognizer)
    await hear(recognizer)
    assert (gateway.record.tokens_made, len(gateway.record.tasks)) == (1, 2)


@pytest.mark.behaviour("ASR-006")
async def test_a_token_with_less_than_two_minutes_is_fetched_anew(
    gateway: LoopbackGateway,
) -> None:
    gateway.token.life_s = 119
    recognizer = recognizer_at(gateway)
    await hear(recognizer)
    await hear(recognizer)
    assert gateway.record.tokens_made == 2


async def test_a_stale_token_is_replaced_before_any_sound_leaves(gateway: LoopbackGateway) -> None:
    recognizer = recognizer_at(gateway)
    await recognizer.warm_up()
    gateway.token.valid.clear()
    transcript, _ = await hear(recognizer)
    assert transcript.text == "show my quests"
    assert (gateway.record.logins, len(gateway.record.tasks)) == (2, 1)


@pytest.mark.behaviour("ASR-010")
async def test_a_second_refusal_is_told_and_is_no_attempt(gateway: LoopbackGateway) -> None:
    gateway.nls.refuse_logins = 2
    meter = FakeMeter()
    with pytest.raises(RecognitionError) as failed:
        await hear(recognizer_at(gateway, meter))
    assert failed.value.failure is Failure.SPEECH_KEY_WRONG
    assert (gateway.record.logins, gateway.record.tasks) == (2, [])
    assert meter.charges[0].steps == ["end"]


@pytest.mark.behaviour("ASR-009")
async def test_an_attempt_is_in_the_books_before_start_is_written(
    gateway: LoopbackGateway,
) -> None:
    meter = FakeMeter()
    await hear(recognizer_at(gateway, meter))
    (charge,) = meter.charges
    assert charge.steps == ["begin", "left", "sent", "end"]
    assert charge.used == Amount(milliseconds=300)
    assert len(gateway.record.tasks) == 1


@pytest.mark.behaviour("ASR-009")
async def test_what_the_books_refuse_does_not_leave(gateway: LoopbackGateway) -> None:
    meter = FakeMeter(RecognitionError(Failure.SPEECH_CAP_REACHED, "1 CNY a day"))
    with pytest.raises(RecognitionError) as failed:
        await hear(recognizer_at(gateway, meter))
    assert failed.value.failure is Failure.SPEECH_CAP_REACHED
    assert gateway.record.tasks == []


@pytest.mark.parametrize(
    ("trouble", "failure"),
    [
        (NlsTrouble.RESET_AT_START, Failure.SPEECH_UNREACHABLE),
        (NlsTrouble.RESET_IN_SOUND, Failure.SPEECH_UNREACHABLE),
        (NlsTrouble.CLOSE_IN_SOUND, Failure.SPEECH_SERVICE_ERROR),
        (NlsTrouble.NO_JSON, Failure.SPEECH_SERVICE_ERROR),
        (NlsTrouble.FAIL_AT_START, Failure.SPEECH_BUSY),
        (NlsTrouble.FAIL_IN_SOUND, Failure.SPEECH_BUSY),
        (NlsTrouble.FAIL_AFTER_STOP, Failure.SPEECH_BUSY),
    ],
    ids=lambda value: value.name,
)
async def test_a_paid_utterance_that_fails_is_never_tried_again(
    trouble: NlsTrouble, failure: Failure, gateway: LoopbackGateway
) -> None:
    gateway.nls.default = NlsScenario(trouble=trouble)
    meter = FakeMeter()
    with pytest.raises(RecognitionError) as failed:
        await hear(recognizer_at(gateway, meter))
    assert failed.value.failure is failure
    assert (len(meter.paid), len(gateway.record.tasks), gateway.record.logins) == (1, 1, 1)


@pytest.mark.parametrize(
    ("status", "failure"),
    [
        (40000003, Failure.SPEECH_SETTING_WRONG),
        (40000010, Failure.SPEECH_QUOTA),
        (40020106, Failure.SPEECH_SETTING_WRONG),
        (40020503, Failure.SPEECH_NO_PERMISSION),
        (40270002, Failure.NOTHING_HEARD),
        (41010104, Failure.TOO_LONG),
        (41040201, Failure.SPEECH_SERVICE_ERROR),
        (52010001, Failure.SPEECH_SERVICE_ERROR),
    ],
)
async def test_the_services_code_names_the_cause(
    status: int, failure: Failure, gateway: LoopbackGateway
) -> None:
    gateway.nls.default = NlsScenario(trouble=NlsTrouble.FAIL_IN_SOUND, status=status)
    error = await failure_at(gateway)
    assert error.failure is failure
    assert str(status) in error.detail


async def test_a_token_refused_within_an_utterance_is_not_used_again(
    gateway: LoopbackGateway,
) -> None:
    gateway.nls.plan.append(NlsScenario(trouble=NlsTrouble.FAIL_AT_START, status=40000001))
    recognizer = recognizer_at(gateway)
    with pytest.raises(RecognitionError):
        await hear(recognizer)
    await hear(recognizer)
    assert (gateway.record.tokens_made, len(gateway.record.tasks)) == (2, 2)


async def test_an_unknown_project_is_a_wrong_setting(gateway: LoopbackGateway) -> None:
    account = dataclasses.replace(gateway.account, app_key="another")
    with pytest.raises(RecognitionError) as failed:
        await hear(AliyunRecognizer(account, gateway.endpoints))
    assert failed.value.failure is Failure.SPEECH_SETTING_WRONG
    assert "nls_app_key" in failed.value.detail


@pytest.mark.parametrize("words", ["", "  "], ids=["empty", "blank"])
async def test_no_words_are_nothing_heard(words: str, gateway: LoopbackGateway) -> None:
    gateway.nls.default = NlsScenario(partials=(), final=words)
    assert (await failure_at(gateway)).failure is Failure.NOTHING_HEARD


async def test_without_sound_nothing_goes_online(gateway: LoopbackGateway) -> None:
    assert (await failure_at(gateway, at_once(0))).failure is Failure.NOTHING_HEARD
    assert (gateway.record.token_requests, gateway.record.logins) == (0, 0)


async def test_a_lost_microphone_ends_the_utterance(gateway: LoopbackGateway) -> None:
    async def broken() -> AsyncIterator[bytes]:
        yield BLOCK
        raise AudioError(Failure.MICROPHONE_LOST)

    with pytest.raises(AudioError):
        await hear(recognizer_at(gateway), broken())


async def test_cancelling_drops_the_socket_without_a_stop(gateway: LoopbackGateway) -> None:
    partial = asyncio.Event()
    audio = held(asyncio.Event())
    call = spawn(
        recognizer_at(gateway).transcribe(audio, Transcribe("en"), lambda chunk: partial.set()),
        "utterance",
    )
    await partial.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await gateway.record.hung_up.wait()
    assert gateway.record.stops == 0


async def test_closing_lets_the_last_socket_say_goodbye(gateway: LoopbackGateway) -> None:
    recognizer = recognizer_at(gateway)
    await hear(recognizer)
    await recognizer.close()
    assert not gateway.record.hung_up.is_set()
