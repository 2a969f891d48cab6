from __future__ import annotations

import asyncio
import json
from pathlib import Path
from uuid import UUID

import filelock
import pytest

from companion.speech.ledger.account_file import AccountFile, usage_path
from companion.speech.ledger.accounts import add_account, read_accounts, use_account
from companion.speech.ledger.books import Books
from companion.speech.ledger.caps import Caps
from companion.speech.ledger.counts import Count, used_on
from companion.speech.ledger.meter import Amount
from companion.speech.ledger.opened import AccountMeter
from companion.speech.ledger.prices import PriceList, price_path, read_prices
from companion.support.errors import CompanionError, Failure
from companion.support.settings import Settings
from tests.helpers.clock import ManualClock

ACCOUNT = UUID(int=7)
VOICE = "qwen/qwen3-tts-flash"


def file_in(folder: Path) -> AccountFile:
    return AccountFile(usage_path(folder, ACCOUNT))


def books_in(folder: Path, caps: Caps = Caps()) -> Books:  # noqa: B008 - it is frozen
    return Books(file_in(folder), lambda: read_prices(folder), caps, ManualClock())


async def test_a_call_is_on_disk_before_it_may_leave(tmp_path: Path) -> None:
    charge = books_in(tmp_path).charge(VOICE, Amount(30))
    await charge.begin()
    on_disk = json.loads(usage_path(tmp_path, ACCOUNT).read_bytes())
    assert [call["source"] for call in on_disk["open"].values()] == [VOICE]


async def test_the_end_of_a_call_is_written_behind_its_beginning(tmp_path: Path) -> None:
    books = books_in(tmp_path)
    charge = books.charge(VOICE, Amount(30))
    await charge.begin()
    charge.left()
    charge.end(Amount(33, is_reported=True))
    await books.close()
    ledger = file_in(tmp_path).read()
    assert (ledger.open, ledger.total) == ({}, {VOICE: Count(1, characters=33)})


@pytest.mark.behaviour("ASR-010")
async def test_what_never_left_leaves_no_trace(tmp_path: Path) -> None:
    books = books_in(tmp_path)
    charge = books.charge(VOICE, Amount(30))
    await charge.begin()
    charge.end(Amount())
    books.charge(VOICE, Amount(30)).end(Amount())
    await books.close()
    assert used_on(file_in(tmp_path).read(), "") == {}


@pytest.mark.behaviour("USAGE-001")
async def test_every_account_has_a_file_of_its_own(tmp_path: Path) -> None:
    first = read_accounts(tmp_path).current
    second = add_account(tmp_path, "guest").id
    for account in (first, second):
        use_account(tmp_path, account)
        meter = AccountMeter(tmp_path, Settings(), ManualClock())
        await meter.charge(VOICE, Amount(1)).begin()
    written = sorted((tmp_path / "system" / "speech-usage").glob("*.json"))
    assert [path.stem for path in written] == sorted([str(first), str(second)])


@pytest.mark.behaviour("USAGE-003")
async def test_whatever_server_was_played_on_it_is_one_sum(tmp_path: Path) -> None:
    for _server in ("one", "two"):
        meter = AccountMeter(tmp_path, Settings(), ManualClock())
        charge = meter.charge(VOICE, Amount(5))
        await charge.begin()
        charge.left()
        charge.end(Amount(5))
        await (await meter.books()).close()
    account = read_accounts(tmp_path).current
    assert used_on(AccountFile(usage_path(tmp_path, account)).read(), "")[VOICE].characters == 10


async def test_many_calls_of_several_programs_sum_exactly(tmp_path: Path) -> None:
    several = [books_in(tmp_path) for _ in range(3)]
    charges = [books.charge(VOICE, Amount(2)) for books in several for _ in range(4)]
    await asyncio.gather(*(charge.begin() for charge in charges))
    for charge in charges:
        charge.left()
        charge.end(Amount(2))
    for books in several:
        await books.close()
    assert file_in(tmp_path).read().total[VOICE] == Count(12, 0, 12, 24)


@pytest.mark.behaviour("USAGE-019")
@pytest.mark.parametrize(
    "content",
    [b'{"ttsCharacters": 120}', b'{"version": 0}', b'{"total": {"x": {"chars": 1}}}', b"{", b"[]"],
    ids=["older form", "older version", "older counter", "half", "list"],
)
def test_a_file_of_another_form_is_kept_aside_and_not_taken_over(
    content: bytes, tmp_path: Path
) -> None:
    path = usage_path(tmp_path, ACCOUNT)
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    file = file_in(tmp_path)
    assert used_on(file.read(), "") == {}
    assert path.with_name(f"{path.name}.broken-1").read_bytes() == content
    assert "broken-1" in file.fault


async def test_a_cap_that_is_reached_refuses_before_anything_leaves(tmp_path: Path) -> None:
    books = books_in(tmp_path, Caps(daily=0.8))
    charge = books.charge(VOICE, Amount(10_000))
    await charge.begin()
    with pytest.raises(CompanionError) as refused:
        await books.check(VOICE)
    assert refused.value.failure is Failure.SPEECH_CAP_REACHED
    assert "0.8 CNY a day" in refused.value.detail


@pytest.mark.parametrize("caps", [Caps(daily=0.8), Caps(monthly=0.8)], ids=["day", "month"])
async def test_a_call_that_would_go_past_a_cap_is_refused_as_it_begins(
    tmp_path: Path, caps: Caps
) -> None:
    books = books_in(tmp_path, caps)
    await books.charge(VOICE, Amount(9_000)).begin()
    before = await books.ledger()
    with pytest.raises(CompanionError) as refused:
        await books.charge(VOICE, Amount(9_000)).begin()
    assert refused.value.failure is Failure.SPEECH_CAP_REACHED
    assert await books.ledger() == before


async def test_books_that_cannot_be_written_let_nothing_leave(tmp_path: Path) -> None:
    (tmp_path / "system").write_text("a file where a folder is needed")
    with pytest.raises(CompanionError) as refused:
        await AccountMeter(tmp_path, Settings()).charge(VOICE, Amount(1)).begin()
    assert refused.value.failure is Failure.SPEECH_LEDGER_BROKEN


async def test_books_that_another_program_holds_let_nothing_leave(tmp_path: Path) -> None:
    path = usage_path(tmp_path, ACCOUNT)
    path.parent.mkdir(parents=True)
    books = Books(AccountFile(path, lock_timeout_s=0.01), PriceList, Caps(), ManualClock())
    with filelock.FileLock(path.with_suffix(".lock")), pytest.raises(CompanionError) as refused:
        await books.charge(VOICE, Amount(1)).begin()
    assert refused.value.failure is Failure.SPEECH_LEDGER_BROKEN


def test_shipped_prices_are_dated_and_whole(tmp_path: Path) -> None:
    prices = read_prices(tmp_path)
    assert (prices.dated, prices.currency, prices.faults) == ("2026-11-30", "CNY", ())
    assert VOICE in prices.prices


@pytest.mark.behaviour("USAGE-004")
def test_the_players_prices_take_the_place_of_ours(tmp_path: Path) -> None:
    path = price_path(tmp_path)
    path.parent.mkdir(parents=True)
    entries = {VOICE: {"unit": "calls", "price": 2}, "bad": {"unit": "moons", "price": 1}}
    path.write_text(json.dumps({"dated": "2027-01-01", "currency": "EUR", "prices": entries}))
    prices = read_prices(tmp_path)
    assert (prices.cost(VOICE, Count(calls=3)), prices.currency) == (6, "EUR")
    assert prices.cost("bad", Count(calls=3)) is None
    assert prices.faults[0].startswith("bad")


@pytest.mark.parametrize("content", ["{", '{"dated": "x", "currency": "yuan"}', "[]"])
def test_a_price_list_that_cannot_be_read_leaves_everything_unpriced(
    content: str, tmp_path: Path
) -> None:
    path = price_path(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(content)
    assert read_prices(tmp_path).cost(VOICE, Count(calls=1)) is None


def test_a_list_of_accounts_that_cannot_be_read_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "system" / "accounts.json"
    path.parent.mkdir()
    path.write_text("{")
    with pytest.raises(CompanionError) as failed:
        read_accounts(tmp_path)
    assert failed.value.failure is Failure.SPEECH_LEDGER_BROKEN
    assert path.read_text() == "{"
