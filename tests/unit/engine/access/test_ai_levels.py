"""What an operator allows caps what a player chose, and neither rewrites the other."""

from __future__ import annotations

import itertools

import pytest

from companion.engine.access.ai_access import AiLevels
from companion.engine.access.levels import AiChoice, AiLevel, AiMode, check_mode, rights
from companion.support.errors import CompanionError, Failure, StorageError
from tests.helpers.access_world import ALEX, STEVE, AiEffectsLog, Disk

OFF, LOCAL, ASSIST, FULL = AiLevel
AUTO, ONLY_LOCAL, REASON, FREE = AiMode
CHOICES = tuple(AiChoice(*flags) for flags in itertools.product((True, False), repeat=4))

MODES = {OFF: (), LOCAL: (ONLY_LOCAL,), ASSIST: (AUTO, ONLY_LOCAL), FULL: tuple(AiMode)}


def judged(mode, level, choice):
    """True, False, or the reason of the refusal."""
    try:
        return check_mode(mode, level, choice)
    except CompanionError as error:
        return error.failure


@pytest.mark.behaviour("PERM-009", "PERM-010")
@pytest.mark.parametrize("level", AiLevel)
def test_a_level_offers_its_modes(level):
    assert rights(level, AiChoice()).modes == MODES[level]


WITH_ALL_SWITCHES_ON = {
    (OFF, AUTO): False,
    (OFF, ONLY_LOCAL): False,
    (OFF, REASON): Failure.AI_OFF,
    (OFF, FREE): Failure.AI_OFF,
    (LOCAL, AUTO): False,
    (LOCAL, ONLY_LOCAL): False,
    (LOCAL, REASON): Failure.AI_OFF,
    (LOCAL, FREE): Failure.AI_OFF,
    (ASSIST, AUTO): True,
    (ASSIST, ONLY_LOCAL): False,
    (ASSIST, REASON): Failure.AI_MODE_NOT_ALLOWED,
    (ASSIST, FREE): Failure.AI_MODE_NOT_ALLOWED,
    (FULL, AUTO): True,
    (FULL, ONLY_LOCAL): False,
    (FULL, REASON): True,
    (FULL, FREE): True,
}


@pytest.mark.behaviour("PERM-009")
@pytest.mark.parametrize(("cell", "expected"), WITH_ALL_SWITCHES_ON.items(), ids=str)
def test_the_matrix_of_levels_and_modes(cell, expected):
    level, mode = cell
    assert judged(mode, level, AiChoice()) == expected


FULL_WITH_A_SWITCH_OFF = {
    ("external", AUTO): False,
    ("external", REASON): Failure.AI_DECLINED,
    ("external", FREE): Failure.AI_DECLINED,
    ("free_chat", AUTO): True,
    ("free_chat", REASON): True,
    ("free_chat", FREE): Failure.AI_DECLINED,
    ("has_model", AUTO): False,
    ("has_model", REASON): Failure.AI_NO_SERVICE,
    ("has_model", FREE): Failure.AI_NO_SERVICE,
    ("reasons", AUTO): True,
    ("reasons", REASON): Failure.REASONING_OFF,
    ("reasons", FREE): True,
}


@pytest.mark.behaviour("PERM-009", "PERM-011", "CHAT-001")
@pytest.mark.parametrize(("cell", "expected"), FULL_WITH_A_SWITCH_OFF.items(), ids=str)
def test_a_switch_takes_away_what_needs_it(cell, expected):
    switch, mode = cell
    assert judged(mode, FULL, AiChoice(**{switch: False})) == expected


@pytest.mark.behaviour("PERM-011")
@pytest.mark.parametrize("level", AiLevel)
@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_local_answers_are_never_refused(level, choice):
    assert check_mode(ONLY_LOCAL, level, choice) is False
    assert check_mode(AUTO, level, choice) is rights(level, choice).model


@pytest.mark.behaviour("PERM-009", "PERM-011")
@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_no_model_and_no_web_without_level_and_consent(choice):
    for level in AiLevel:
        allowed = rights(level, choice)
        expected = level in (ASSIST, FULL) and choice.external and choice.has_model
        assert (allowed.model, allowed.web) == (expected, expected)


@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_what_is_offered_is_what_is_let_pass(choice):
    for level, mode in itertools.product(AiLevel, (REASON, FREE)):
        offered = mode in rights(level, choice).modes
        assert (judged(mode, level, choice) is True) == offered


@pytest.mark.behaviour("PERM-009")
@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_a_higher_level_never_offers_less(choice):
    offers = [set(rights(level, choice).modes) for level in AiLevel]
    assert all(lower <= higher for lower, higher in itertools.pairwise(offers))


@pytest.fixture
def disk():
    return Disk()


@pytest.fixture
def effects():
    return AiEffectsLog()


@pytest.fixture
def levels(disk, effects):
    return AiLevels(None, disk.write, effects)


@pytest.mark.behaviour("PERM-012")
async def test_a_player_without_a_level_follows_the_default(levels):
    await levels.set_default(LOCAL)
    await levels.set(STEVE.id, FULL)
    assert (levels.of(ALEX.id), levels.of(STEVE.id)) == (LOCAL, FULL)
    await levels.set(STEVE.id, None)
    assert levels.of(STEVE.id) is LOCAL


@pytest.mark.behaviour("PERM-003")
async def test_levels_come_back_after_a_restart(levels, disk, effects):
    await levels.set_default(OFF)
    await levels.set(ALEX.id, FULL)
    later = AiLevels(disk.content, disk.write, effects)
    assert (later.default, later.of(ALEX.id), later.of(STEVE.id)) == (OFF, FULL, OFF)


@pytest.mark.behaviour("PERM-004")
async def test_a_change_cancels_and_then_tells(levels, effects):
    assert await levels.set(ALEX.id, OFF)
    assert effects.calls == [("cancel", ALEX.id), ("synchronise", ALEX.id, OFF)]


@pytest.mark.behaviour("PERM-004")
async def test_the_same_level_again_disturbs_nobody(levels, effects, disk):
    assert not await levels.set(ALEX.id, levels.default)
    assert effects.calls == []
    written = len(disk.written)
    await levels.set(ALEX.id, levels.default)
    assert len(disk.written) == written


@pytest.mark.behaviour("PERM-002", "PERM-004")
async def test_a_new_default_reaches_those_without_a_level(levels, effects):
    await levels.set(STEVE.id, FULL)
    effects.calls.clear()
    assert await levels.set_default(OFF) == (ALEX.id,)
    assert effects.calls == [("cancel", ALEX.id), ("synchronise", ALEX.id, OFF)]


async def test_a_level_that_was_not_written_is_not_in_force(levels, disk, effects):
    disk.refuses = True
    with pytest.raises(StorageError):
        await levels.set(ALEX.id, OFF)
    assert levels.of(ALEX.id) is ASSIST
    assert effects.calls == []


@pytest.mark.parametrize(
    "stored",
    [b"", b'{"default": "all"}', b'{"players": {"Alex": "full"}}', b'{"version": 9}'],
    ids=["empty", "unknown level", "a name", "newer"],
)
def test_damaged_levels_open_nothing(stored, disk, effects):
    with pytest.raises(StorageError):
        AiLevels(stored, disk.write, effects)


@pytest.mark.behaviour("PERM-005")
async def test_a_level_lowered_between_two_calls_stops_the_second(levels):
    await levels.set(ALEX.id, FULL)
    assert check_mode(FREE, levels.of(ALEX.id), AiChoice())
    await levels.set(ALEX.id, LOCAL)
    assert judged(FREE, levels.of(ALEX.id), AiChoice()) is Failure.AI_OFF
    assert judged(AUTO, levels.of(ALEX.id), AiChoice()) is False
