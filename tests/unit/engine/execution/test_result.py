from __future__ import annotations

import pytest

from companion.engine.execution.failures import AgentFailure
from companion.engine.execution.result import (
    AgentResult,
    Status,
    decode_result,
    encode_result,
    error,
    silently_done,
    succeeded,
)
from companion.language.phrase import literal, phrase
from companion.protocol.cards.help import HelpCard
from companion.support.errors import CompanionError, Failure

DONE = succeeded(literal("done"), spoken=(literal("done"),), cards=(HelpCard((), ()),))


@pytest.mark.behaviour("ENG-052")
def test_the_stored_words_for_a_status_never_change() -> None:
    assert [str(status) for status in Status] == ["succeeded", "failed", "partially_succeeded"]
    assert encode_result(silently_done()) == b'{"status":"succeeded","silent":true}'


@pytest.mark.behaviour("ENG-053", "ENG-055")
def test_a_partial_success_counts_as_a_failure() -> None:
    part = DONE.partial(AgentFailure.of(Failure.BUSY))

    assert part.is_failure
    assert not part.is_success
    assert (part.status, part.code) == (Status.PARTIALLY_SUCCEEDED, "busy")


@pytest.mark.behaviour("ENG-055")
def test_a_silent_result_stays_silent_and_another_presentation_changes_only_what_is_shown() -> None:
    shown = DONE.silenced().with_presentation(literal("other"))

    assert (shown.silent, shown.status, shown.text) == (True, DONE.status, literal("other"))
    assert shown.cards == ()
    assert DONE.text == literal("done")


@pytest.mark.behaviour("ENG-056")
@pytest.mark.parametrize(
    "result",
    [DONE, DONE.partial(), DONE.silenced(), error(AgentFailure("a:b", phrase("a.b", n=1)))],
    ids=["done", "partial", "silent", "failed"],
)
def test_a_result_comes_back_as_it_was_kept(result: AgentResult) -> None:
    assert decode_result(encode_result(result)) == result


@pytest.mark.parametrize(
    "stored",
    [b"", b"{}", b'{"status":"SUCCEEDED"}', b'{"status":"failed","more":1}', b"[" * 9999, b"\xff"],
    ids=["empty", "no status", "other case", "unknown field", "deep", "no text"],
)
def test_a_damaged_result_is_not_used(stored: bytes) -> None:
    with pytest.raises(CompanionError) as caught:
        decode_result(stored)

    assert caught.value.failure is Failure.STORAGE_UNAVAILABLE


@pytest.mark.behaviour("CARD-067")
def test_another_presentation_is_a_copy_and_the_result_keeps_its_own_cards() -> None:
    other = (HelpCard((), (literal("other"),)),)
    shown = DONE.with_presentation(literal("shown"), cards=other)

    assert shown.cards == other
    assert (DONE.cards, DONE.text) == ((HelpCard((), ()),), literal("done"))
    assert shown.code == DONE.code
