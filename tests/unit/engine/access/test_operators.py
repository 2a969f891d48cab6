"""Operators come from the game and the configuration, never from what a client says."""

from __future__ import annotations

import json
import os
from uuid import UUID

import pytest

from companion.engine.access.identity import CONSOLE, Origin, PlayerId, luanti_id, offline_id
from companion.engine.access.operators import (
    MAX_OPS_BYTES,
    Named,
    Operators,
    OpsFile,
    Privileged,
    operators_in,
    require_administration,
    require_operator,
)
from companion.engine.access.target import target
from companion.support.errors import CompanionError, Failure
from tests.helpers.access_world import ALEX, EXECUTORS, GAME_OPERATOR, GAME_PLAYER, STEVE


def op(player, level=4, **more):
    return {"uuid": str(player.id), "name": player.name, "level": level, **more}


def refused(failure, call, *arguments):
    with pytest.raises(CompanionError) as caught:
        call(*arguments)
    assert caught.value.failure is failure


@pytest.mark.behaviour("BIND-010")
@pytest.mark.parametrize(("level", "is_operator"), [(0, False), (1, False), (2, True), (4, True)])
def test_level_two_makes_an_operator(level, is_operator):
    data = json.dumps([op(ALEX, level, bypassesPlayerLimit=False)]).encode()
    assert (ALEX.id in operators_in(data)) is is_operator


@pytest.mark.parametrize(
    "entry",
    [
        {},
        3,
        None,
        [],
        {"uuid": "Alex", "level": 4},
        {"uuid": 7, "level": 4},
        op(ALEX, "4"),
        op(ALEX, True),
    ],
    ids=["empty", "number", "null", "list", "name", "number id", "level as text", "level as truth"],
)
def test_a_strange_entry_makes_nobody_an_operator_and_spoils_no_other(entry):
    assert operators_in(json.dumps([entry, op(STEVE)]).encode()) == {STEVE.id}


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[", b"\xff", b"[" * 9_000, b" " * (MAX_OPS_BYTES + 1)],
    ids=["empty", "object", "cut", "binary", "deep", "huge"],
)
def test_what_is_no_list_of_operators_is_refused(data):
    with pytest.raises(ValueError, match=r"."):
        operators_in(data)


def test_a_file_is_read_again_when_it_changes(tmp_path):
    path = tmp_path / "ops.json"
    file = OpsFile(path)
    assert file.operators() == frozenset()
    path.write_text(json.dumps([op(ALEX)]))
    assert file.operators() == {ALEX.id}
    path.write_text(json.dumps([op(ALEX), op(STEVE)]))
    assert file.operators() == {ALEX.id, STEVE.id}
    path.unlink()
    assert file.operators() == frozenset()


def test_a_half_written_file_leaves_the_last_list(tmp_path):
    path = tmp_path / "ops.json"
    path.write_text(json.dumps([op(ALEX)]))
    file = OpsFile(path)
    assert file.operators() == {ALEX.id}
    path.write_text('[{"uuid": ')
    assert file.operators() == {ALEX.id}
    path.write_text("[]")
    assert file.operators() == frozenset()


def test_a_file_that_did_not_change_is_not_read_again(tmp_path):
    path = tmp_path / "ops.json"
    path.write_text(json.dumps([op(ALEX)]))
    stamp = path.stat()
    file = OpsFile(path)
    file.operators()
    path.write_text(" " * stamp.st_size)
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert file.operators() == {ALEX.id}


def test_the_server_privilege_makes_an_operator_on_luanti():
    source = Privileged(lambda: {ALEX.id: {"interact", "server"}, STEVE.id: {"interact", "ban"}})
    assert source.operators() == {ALEX.id}


def test_sources_are_joined_and_asked_every_time():
    configured = {ALEX.id}
    operators = Operators([Named(lambda: configured), Privileged(lambda: {STEVE.id: {"server"}})])
    assert operators.is_operator(ALEX.id)
    assert operators.is_operator(STEVE.id)
    configured.clear()
    assert not operators.is_operator(ALEX.id)
    assert operators.executor(Origin.GAME, STEVE).is_operator


MAY_ADMINISTER = {
    "console": None,
    "operator in the game": None,
    "operator in a companion": Failure.ONLY_IN_GAME,
    "player in the game": Failure.OPERATOR_ONLY,
    "player in a companion": Failure.ONLY_IN_GAME,
}


@pytest.mark.behaviour("PROTO-056", "BIND-010")
@pytest.mark.parametrize(("who", "failure"), MAY_ADMINISTER.items(), ids=str)
def test_only_operators_in_the_game_or_at_the_console_administer(who, failure):
    if failure is None:
        assert require_administration(EXECUTORS[who]) is None
    else:
        refused(failure, require_administration, EXECUTORS[who])


def test_an_operator_keeps_other_rights_in_a_companion():
    assert require_operator(EXECUTORS["operator in a companion"]) is None
    refused(Failure.OPERATOR_ONLY, require_operator, GAME_PLAYER)


@pytest.mark.behaviour("BIND-003", "BIND-010")
def test_a_command_without_a_player_is_about_its_executor():
    assert target(GAME_OPERATOR, "", ()) == ALEX
    refused(Failure.ORDER_INCOMPLETE, target, CONSOLE, "", (ALEX,))


@pytest.mark.behaviour("BIND-010")
@pytest.mark.parametrize("named", ["Steve", "sTEVE", str(STEVE.id)], ids=["name", "case", "id"])
def test_a_player_who_is_there_is_found(named):
    assert target(CONSOLE, named, (ALEX, STEVE)) == STEVE


@pytest.mark.behaviour("BIND-010")
@pytest.mark.parametrize("named", ["@a", "@p", "Alex Steve"], ids=["all", "nearest", "two"])
def test_several_players_at_once_are_refused(named):
    refused(Failure.ONE_PLAYER_NEEDED, target, CONSOLE, named, (ALEX, STEVE))


@pytest.mark.behaviour("BIND-010")
def test_a_player_who_is_not_there_is_refused():
    refused(Failure.PLAYER_NOT_ONLINE, target, CONSOLE, "Eve", (ALEX, STEVE))


def test_two_players_of_one_name_are_refused():
    twins = (ALEX, PlayerId(UUID(int=3), "ALEX"))
    refused(Failure.ONE_PLAYER_NEEDED, target, CONSOLE, "alex", twins)


def test_a_luanti_player_has_one_id_a_server():
    home, away = UUID(int=1), UUID(int=2)
    assert luanti_id(home, "sam") == luanti_id(home, "sam")
    assert len({luanti_id(home, "sam"), luanti_id(away, "sam"), luanti_id(home, "Sam")}) == 3


def test_an_offline_id_is_the_one_that_servers_give():
    # Known from any offline-mode server: md5("OfflinePlayer:Notch") as a version 3 UUID.
    assert str(offline_id("Notch")) == "b50ad385-829d-3141-a216-7e7d7539ba7f"
