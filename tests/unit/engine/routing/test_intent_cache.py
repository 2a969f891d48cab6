"""What is remembered of a model's choices, how long, and when it goes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.engine.routing.intent_cache import IntentCache
from tests.helpers.clock import ManualClock
from tests.helpers.routing_routes import ALICE, BOB, Settings


def cache(**limits: int) -> tuple[IntentCache, ManualClock, Settings]:
    settings, clock = Settings(), ManualClock()
    settings.write(**limits)
    return IntentCache(lambda: settings.now, clock), clock, settings


@pytest.mark.behaviour("ROUTE-049", "ROUTE-050")
def test_an_entry_lasts_ten_minutes() -> None:
    kept, clock, _ = cache()
    kept.remember(ALICE, "words", "test:look")
    clock.advance(599.9)
    assert kept.find(ALICE, "words") == "test:look"
    clock.advance(0.2)
    assert kept.find(ALICE, "words") == ""


@pytest.mark.behaviour("ROUTE-049")
def test_the_entry_used_longest_ago_makes_room() -> None:
    kept, _, _ = cache(cache_entries=2)
    kept.remember(ALICE, "one", "test:a")
    kept.remember(ALICE, "two", "test:b")
    kept.find(ALICE, "one")
    kept.remember(ALICE, "three", "test:c")
    assert [kept.find(ALICE, words) for words in ("one", "two", "three")] == [
        "test:a",
        "",
        "test:c",
    ]


@pytest.mark.behaviour("SET-036")
def test_capacity_and_life_of_new_entries_follow_the_file() -> None:
    kept, clock, settings = cache()
    settings.write(cache_seconds=5)
    kept.remember(ALICE, "words", "test:look")
    clock.advance(6)
    assert kept.find(ALICE, "words") == ""
    settings.write(cache_entries=0)
    kept.remember(ALICE, "more words", "test:look")
    assert kept.find(ALICE, "more words") == ""


@pytest.mark.behaviour("ROUTE-051", "ROUTE-052")
@pytest.mark.parametrize(
    "drop",
    [
        IntentCache.forget,
        IntentCache.revoked,
        IntentCache.disconnected,
        IntentCache.permissions_changed,
    ],
    ids=["memory or preferences", "revoked", "disconnected", "permissions"],
)
def test_what_ends_a_players_entries_leaves_those_of_others(
    drop: Callable[[IntentCache, object], None],
) -> None:
    kept, _, _ = cache()
    for player in (ALICE, BOB):
        kept.remember(player, "words", "test:look")
    drop(kept, ALICE)
    assert (kept.find(ALICE, "words"), kept.find(BOB, "words")) == ("", "test:look")


@pytest.mark.behaviour("ROUTE-049")
def test_nothing_is_left_when_everything_is_dropped() -> None:
    kept, _, _ = cache()
    kept.remember(ALICE, "words", "test:look")
    kept.clear()
    assert kept.find(ALICE, "words") == ""


def test_other_words_are_other_words() -> None:
    kept, _, _ = cache()
    kept.remember(ALICE, "words", "test:look")
    assert kept.find(ALICE, "Words") == ""
