from __future__ import annotations

import asyncio
from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from companion.engine.storage.record import PlayerRecord, Preferences
from companion.engine.storage.retention import Kept, expired
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn
from tests.helpers.clock import ManualClock
from tests.helpers.store_rig import (
    ALEX,
    ORDERS,
    STEVE,
    Limits,
    Order,
    beside,
    business,
    chat,
    coins,
    earn,
    mark,
    opened,
    reply_number,
    spoken,
)

DAY_S = 86_400.0


async def numbers(store, player=ALEX, most=1000) -> list[int | None]:  # type: ignore[no-untyped-def]
    turns = await store.view(player).history(reply_number, most)
    return [turn.result for turn in turns]


async def test_turns_come_back_in_order_after_a_restart(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        for number in (1, 2, 3):
            assert await store.view(ALEX).remember(spoken(number, words=f"words {number}"))
    async with opened(tmp_path) as store:
        turns = await store.view(ALEX).history(reply_number, 10)
        assert [(turn.user, turn.result) for turn in turns] == [
            (f"words {number}", number) for number in (1, 2, 3)
        ]
        assert await numbers(store, STEVE) == []


async def test_a_repeated_request_gets_the_kept_reply(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        view = store.view(ALEX)
        await view.remember(spoken(5))
        assert await view.replay(UUID(int=5), mark(5)) == spoken(5).result
        assert await view.replay(UUID(int=6), mark(6)) is None
        assert await store.view(STEVE).replay(UUID(int=5), mark(5)) is None


@pytest.mark.behaviour("ENG-019")
async def test_a_known_request_with_another_input_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.view(ALEX).remember(spoken(5))
        with pytest.raises(CompanionError) as caught:
            await store.view(ALEX).replay(UUID(int=5), mark(6))
    assert caught.value.failure is Failure.INPUT_CHANGED


@pytest.mark.behaviour("ENG-020", "STORE-033")
async def test_a_damaged_fingerprint_makes_its_entry_unusable(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.view(ALEX).remember(spoken(5))
        with beside(chat(tmp_path)) as rows:
            rows.execute("UPDATE round SET fingerprint = 'zz'")
        with pytest.raises(CompanionError) as caught:
            await store.view(ALEX).replay(UUID(int=5), "zz")
    assert caught.value.failure is Failure.STORAGE_UNAVAILABLE


@pytest.mark.behaviour("STORE-030", "STORE-032", "CHAT-009")
async def test_a_broken_answer_is_left_out_and_cleaned_with_the_next_round(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path) as store:
        for number in (1, 2, 3):
            await store.view(ALEX).remember(spoken(number, words=f"secret {number}"))
        with beside(chat(tmp_path)) as rows:
            rows.execute("""UPDATE round SET result = CAST('{"n":"hush"}' AS BLOB) WHERE id = 2""")
        turns = await store.view(ALEX).history(reply_number, 10)
        assert [(turn.user, turn.result) for turn in turns] == [
            ("secret 1", 1),
            ("secret 2", None),
            ("secret 3", 3),
        ]
        await store.view(ALEX).remember(spoken(4))
        with beside(chat(tmp_path)) as rows:
            cleaned = rows.execute("SELECT id FROM round WHERE result IS NULL").fetchall()
    assert cleaned == [(2,)]
    assert "1 answers" in caplog.text
    assert "hush" not in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.behaviour("STORE-031")
async def test_a_history_in_which_nothing_can_be_read_is_empty(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        for number in (1, 2):
            await store.view(ALEX).remember(spoken(number))
        with beside(chat(tmp_path)) as rows:
            rows.execute("UPDATE round SET result = CAST('\"x\"' AS BLOB), user = x'ff'")
        assert await store.view(ALEX).history(reply_number, 10) == ()


@pytest.mark.behaviour("CHAT-008")
async def test_history_is_bounded_whatever_is_asked_for(tmp_path: Path) -> None:
    limits = Limits()
    async with opened(tmp_path, limits) as store:
        for number in range(1, 9):
            await store.view(ALEX).remember(spoken(number))
        assert await numbers(store, most=2) == [7, 8]
        limits.set(history_turns=3)
        assert await numbers(store, most=10**9) == [6, 7, 8]
        assert await numbers(store, most=-1) == []


@pytest.mark.behaviour("CHAT-007")
async def test_without_history_no_word_is_stored_but_the_reply_is(tmp_path: Path) -> None:
    quiet = PlayerRecord(preferences=Preferences(history=False))
    async with opened(tmp_path) as store:
        await store.update(ALEX, lambda data: data.set_record(quiet))
        assert await store.view(ALEX).remember(spoken(5, words="my secret"))
    assert b"my secret" not in chat(tmp_path).read_bytes()
    async with opened(tmp_path) as store:
        await store.update(ALEX, lambda data: data.set_record(PlayerRecord()))
        assert await numbers(store) == []
        assert await store.view(ALEX).replay(UUID(int=5), mark(5)) == spoken(5).result


async def test_turns_of_before_are_not_told_once_history_is_off(tmp_path: Path) -> None:
    quiet = PlayerRecord(preferences=Preferences(history=False))
    async with opened(tmp_path) as store:
        await store.view(ALEX).remember(spoken(1))
        await store.update(ALEX, lambda data: data.set_record(quiet))
        assert await numbers(store) == []
    async with opened(tmp_path) as store:
        assert await numbers(store) == []


async def test_forgotten_turns_are_off_the_disk_and_their_replies_stay(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.view(ALEX).remember(spoken(1, words="my secret"))
        await store.view(STEVE).remember(spoken(2, words="steve said"))
        await store.forget_turns(ALEX)
        assert await numbers(store) == []
        assert await numbers(store, STEVE) == [2]
        assert await store.view(ALEX).replay(UUID(int=1), mark(1)) == spoken(1).result
    assert b"my secret" not in chat(tmp_path).read_bytes()
    assert b"steve said" in chat(tmp_path).read_bytes()


async def test_a_round_without_a_change_needs_no_look_at_business_data(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.view(ALEX).remember(spoken(1))  # the first one finds out what the player wants
        with beside(business(tmp_path)) as rows:
            rows.execute("BEGIN EXCLUSIVE")
            assert await store.view(ALEX).remember(spoken(2))
            rows.execute("COMMIT")
        assert await numbers(store) == [1, 2]


async def test_a_change_of_mind_about_history_holds_for_the_very_next_round(tmp_path: Path) -> None:
    quiet = PlayerRecord(preferences=Preferences(history=False))
    async with opened(tmp_path) as store:
        await store.view(ALEX).remember(spoken(1))
        await store.update(ALEX, lambda data: data.set_record(quiet))
        await store.view(ALEX).remember(spoken(2))
        await store.update(ALEX, lambda data: data.set_record(PlayerRecord()))
        await store.view(ALEX).remember(spoken(3))
        assert await numbers(store) == [1, 3]


async def test_a_deleted_player_starts_with_the_wish_of_a_new_one(tmp_path: Path) -> None:
    quiet = PlayerRecord(preferences=Preferences(history=False))
    async with opened(tmp_path) as store:
        await store.update(ALEX, lambda data: data.set_record(quiet))
        await store.delete(ALEX)
        await store.view(ALEX).remember(spoken(3))
        assert await numbers(store) == [3]


@pytest.mark.behaviour("STORE-016")
async def test_turns_and_replies_and_days_end_where_the_limits_say(tmp_path: Path) -> None:
    clock, limits = ManualClock(), Limits(history_turns=4, history_days=2, replay_rounds=2)
    async with opened(tmp_path, limits, clock) as store:
        view = store.view(ALEX)
        for number in range(1, 7):
            await view.remember(spoken(number))
        assert await numbers(store) == [3, 4, 5, 6]
        assert await view.replay(UUID(int=4), mark(4)) is None
        assert await view.replay(UUID(int=5), mark(5)) is not None
        clock.advance(2 * DAY_S)
        await view.remember(spoken(7))
        assert await numbers(store) == [7]


@pytest.mark.behaviour("STORE-013", "STORE-020", "STORE-021")
async def test_whole_old_rounds_make_room_and_business_data_does_not(tmp_path: Path) -> None:
    async with opened(tmp_path, Limits(cache_bytes=4096)) as store:
        await store.update(ALEX, lambda data: data.put(ORDERS, Order("x" * 5000)))
        for number in range(1, 6):
            await store.view(ALEX).remember(spoken(number, size=1200))
        assert await numbers(store) == [3, 4, 5]
        with beside(chat(tmp_path)) as rows:
            assert rows.execute("SELECT SUM(bytes) FROM round").fetchone()[0] <= 4096
        assert len(await store.read(ALEX, lambda data: data.entries(ORDERS))) == 1


@pytest.mark.behaviour("STORE-020")
async def test_a_round_larger_than_all_room_is_not_kept_and_spoils_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path, Limits(cache_bytes=2048)) as store:
        await store.view(ALEX).remember(spoken(1))
        assert not await store.view(ALEX).remember(spoken(2, size=3000))
        assert await store.update(ALEX, earn(1)) == 1
        assert await numbers(store) == [1]
    assert "no room" in caplog.text


@pytest.mark.behaviour("STORE-022")
async def test_a_slow_conversation_file_does_not_hold_up_business(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        with beside(chat(tmp_path)) as rows:
            rows.execute("BEGIN IMMEDIATE")
            slow = spawn(store.view(ALEX).remember(spoken(1)), "slow")
            assert [await store.update(ALEX, earn(1)) for _ in range(3)] == [1, 2, 3]

            def both(data) -> int:  # type: ignore[no-untyped-def]
                data.remember(spoken(2))
                return int(earn(1)(data))

            assert await store.view(ALEX).update(both) == 4
            assert not slow.done()
            rows.execute("COMMIT")
        assert await slow


async def test_a_conversation_that_cannot_keep_up_costs_the_round_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path) as store:
        await asyncio.to_thread(store._chat._writer.stop)
        assert not await store.view(ALEX).remember(spoken(1))
        assert await store.view(ALEX).update(earn(1)) == 1
    assert "not remembered" in caplog.text


@pytest.mark.behaviour("STORE-025")
async def test_a_round_of_a_failed_change_is_not_kept(tmp_path: Path) -> None:
    def fails(data) -> None:  # type: ignore[no-untyped-def]
        data.remember(spoken(1))
        raise KeyError("no")

    async with opened(tmp_path) as store:
        with pytest.raises(KeyError):
            await store.view(ALEX).update(fails)
        await store.view(ALEX).remember(spoken(2))
        assert await numbers(store) == [2]


@pytest.mark.behaviour("STORE-025")
async def test_a_copy_shows_data_and_conversation_of_one_moment(tmp_path: Path) -> None:
    def both(data) -> None:  # type: ignore[no-untyped-def]
        data.remember(spoken(earn(1)(data)))

    async with opened(tmp_path) as store:
        work = [spawn(store.view(ALEX).update(both), "both") for _ in range(60)]
        copies = [await store.copy(ALEX, coins, reply_number, 100) for _ in range(10)]
        for one in work:
            await one
    assert all(count == len(turns) for count, turns in copies)
    assert len({count for count, _ in copies}) > 1


@pytest.mark.behaviour("STORE-046", "STORE-047")
async def test_clearing_a_conversation_leaves_orders_and_forgets_history_and_replies(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as store:
        await store.update(ALEX, lambda data: data.put(ORDERS, Order("cake"), "1"))
        await store.view(ALEX).remember(spoken(1))
        await store.view(STEVE).remember(spoken(2))
        await store.clear_conversation(ALEX)
        assert await numbers(store) == []
        assert await store.view(ALEX).replay(UUID(int=1), mark(1)) is None
        assert await numbers(store, STEVE) == [2]
        assert len(await store.read(ALEX, lambda data: data.entries(ORDERS))) == 1


@pytest.mark.behaviour("ENG-074", "STORE-047")
async def test_a_task_from_before_the_clearing_brings_nothing_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        old = store.view(ALEX)
        await store.clear_conversation(ALEX)
        assert not await old.remember(spoken(1))
        assert await old.update(earn(1)) == 1  # its business goes on
        assert await store.view(ALEX).remember(spoken(2))
        assert await numbers(store) == [2]


@pytest.mark.parametrize("how", ["clear_conversation", "delete"])
async def test_words_that_were_forgotten_are_not_left_on_the_disk(tmp_path: Path, how: str) -> None:
    async with opened(tmp_path) as store:
        for number in range(1, 30):
            await store.view(ALEX).remember(spoken(number, words=f"the secret {number}"))
        await store.view(STEVE).remember(spoken(50, words="not mine"))
        await getattr(store, how)(ALEX)
    data = chat(tmp_path).read_bytes()
    assert b"the secret" not in data
    assert b"not mine" in data


def test_the_newest_rounds_stay_and_a_gap_is_never_left() -> None:
    rounds = [Kept(row, 100.0, size=400, remembered=True) for row in (5, 4, 3, 2, 1)]
    limits = msgspec.structs.replace(Limits()(), cache_bytes=1000)
    assert expired(rounds, limits, now=100.0) == (3, 2, 1)
