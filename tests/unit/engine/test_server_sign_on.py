"""Who is let in over a real socket, as whom, and what nobody gets by asking."""

from __future__ import annotations

import asyncio
import uuid
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from companion.engine.access.device_places import MOST_PER_DEVICE
from companion.engine.access.identity import Executor, Origin, PlayerId, offline_id
from companion.protocol.cards.ref import CardRef
from companion.protocol.requests import (
    CardAction,
    Chat,
    Control,
    ControlAction,
    Heard,
    Invoke,
    SetPreferences,
    UsageRequest,
)
from companion.protocol.responses import (
    ErrorMessage,
    History,
    Outcome,
    Reply,
    State,
    Usage,
    Welcome,
)
from companion.protocol.signon import Binding, BindingChange, Pair, Pairing
from companion.support.errors import CompanionError, Failure, StorageError
from tests.helpers.served_world import house, refused, until_closed

ALEX = offline_id("Alex")
GRANT = "grant system:default Alex"


def everything() -> dict[str, object]:
    """One of each request."""
    return {
        "chat": Chat(uuid.uuid4(), "show my quests"),
        "invoke": Invoke(uuid.uuid4(), {"moduleId": "system:help"}),
        "state": Control(uuid.uuid4(), ControlAction.STATE),
        "history": Control(uuid.uuid4(), ControlAction.HISTORY),
        "clear": Control(uuid.uuid4(), ControlAction.CLEAR),
        "cancel": Control(uuid.uuid4(), ControlAction.CANCEL),
        "press": CardAction(uuid.uuid4(), CardRef(uuid.uuid4()), "system:help"),
        "preferences": SetPreferences(uuid.uuid4(), external=True, free_chat=True, history=True),
        "usage": UsageRequest(uuid.uuid4()),
    }


@pytest.mark.behaviour("PROTO-060")
async def test_a_stranger_may_pair_and_nothing_else(tmp_path: Path) -> None:
    async with house(tmp_path) as served, served.peer() as stranger:
        assert isinstance(await stranger.receive(), Welcome)
        codes = {name: await refused(stranger, one) for name, one in everything().items()}  # type: ignore[arg-type]
        await stranger.send(Heard(uuid.uuid4(), 1, is_whole=True))
        assert served.world.administered.online() == ()
    assert set(codes.values()) == {Failure.NOT_PAIRED}


@pytest.mark.parametrize(
    ("message", "failure"),
    [
        (Pair(uuid.uuid4(), player="Nobody"), Failure.PLAYER_NOT_ONLINE),
        (Pair(uuid.uuid4(), code="000000"), Failure.PAIRING_EXPIRED),
        (Pair(uuid.uuid4()), Failure.INVALID_INPUT),
    ],
    ids=["not there", "no code asked for", "neither"],
)
async def test_a_wrong_step_is_refused_with_its_reason(
    tmp_path: Path, message: Pair, failure: Failure
) -> None:
    async with house(tmp_path) as served, served.peer() as stranger:
        assert await refused(stranger, message) == failure


async def test_a_code_is_worth_nothing_on_another_connection(tmp_path: Path) -> None:
    async with house(tmp_path) as served, served.peer() as alex, served.peer() as thief:
        await alex.send(Pair(uuid.uuid4(), player="Alex"))
        await alex.next(Pairing)
        stolen = Pair(uuid.uuid4(), code=served.game.codes["Alex"])
        assert await refused(thief, stolen) == Failure.PAIRING_EXPIRED


async def test_a_known_companion_does_not_pair_again(tmp_path: Path) -> None:
    async with house(tmp_path) as served, served.player("Alex") as alex:
        assert await refused(alex, Pair(uuid.uuid4(), player="Steve")) == Failure.INVALID_INPUT
    assert "Steve" not in served.game.codes


async def test_a_token_nobody_knows_is_shown_out(tmp_path: Path) -> None:
    async with house(tmp_path) as served, served.peer("A" * 43) as thief:
        came, code = await until_closed(thief)
    assert [type(message) for message in came] == [ErrorMessage]
    assert code == 4003


async def test_a_web_page_cannot_try_tokens(tmp_path: Path) -> None:
    async with house(tmp_path) as served:
        with pytest.raises(InvalidStatus):
            async with served.peer(origin="https://evil.example"):
                pass


@pytest.mark.behaviour("PROTO-029")
async def test_the_same_request_id_of_two_players_is_two_requests(tmp_path: Path) -> None:
    request = Chat(uuid.uuid4(), "show my quests")
    async with (
        house(tmp_path) as served,
        served.player("Alex") as alex,
        served.player("Steve") as steve,
    ):
        await served.world.order(GRANT)
        await alex.send(request)
        first = await alex.next(Reply)
        await steve.send(request)
        second = await steve.next(Reply)
    assert isinstance(first, Reply)
    assert isinstance(second, Reply)
    assert first.outcome == Outcome.SUCCEEDED
    assert (second.outcome, second.code) == (Outcome.FAILED, Failure.NOT_BOUND)


@pytest.mark.behaviour("PROTO-029")
async def test_names_and_ids_in_messages_choose_nobody(tmp_path: Path) -> None:
    async with (
        house(tmp_path) as served,
        served.player("Alex"),
        served.player("Steve") as steve,
    ):
        await served.world.order(GRANT)
        call = {"moduleId": "system:help", "player": "Alex", "uuid": str(ALEX)}
        await steve.send(Invoke(uuid.uuid4(), call))
        reply = await steve.next(Reply)
    assert isinstance(reply, Reply)
    assert reply.outcome == Outcome.FAILED


@pytest.mark.behaviour("PROTO-056", "BIND-010")
@pytest.mark.parametrize(
    "line",
    ["/system grant system:default Alex", "system grant system:default", "/grant system:default"],
)
async def test_no_message_of_a_client_administers_even_an_operators(
    tmp_path: Path, line: str
) -> None:
    (tmp_path / "ops.json").write_text(f'[{{"uuid":"{ALEX}","level":4}}]')
    async with house(tmp_path) as served, served.player("Alex") as alex:
        await alex.ask(line)
        await alex.send(Invoke(uuid.uuid4(), {"moduleId": "system:grant", "player": "Alex"}))
        await alex.next(Reply)
        assert await served.world.runtime.bindings.system(ALEX) == ""
        with pytest.raises(CompanionError, match=Failure.ONLY_IN_GAME):
            await served.world.order(
                "grant system:default",
                Executor(Origin.CLIENT, PlayerId(ALEX, "Alex"), is_operator=True),
            )


@pytest.mark.behaviour("PROTO-021")
async def test_a_grant_and_a_revoke_are_told_to_the_companion(tmp_path: Path) -> None:
    async with house(tmp_path) as served, served.player("Alex") as alex:
        await served.world.order(GRANT)
        bound = await alex.next(Binding)
        await served.world.order("revoke Alex")
        revoked = await alex.next(Binding)
        after = await alex.ask("show my quests")
    assert bound == Binding(BindingChange.BOUND, "system:default")
    assert isinstance(revoked, Binding)
    assert revoked.change is BindingChange.REVOKED
    assert after.code == Failure.NOT_BOUND


async def test_a_revoked_device_is_shown_out_on_all_its_connections_and_others_stay(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as served:
        token = await served.token_of("Alex")
        async with (
            served.peer(token) as one,
            served.peer(token) as two,
            served.player("Steve") as steve,
        ):
            await asyncio.gather(one.receive(), two.receive())
            await served.world.order("unpair 1 Alex")
            closed = await asyncio.gather(until_closed(one), until_closed(two))
            await steve.send(Control(uuid.uuid4(), ControlAction.STATE))
            assert isinstance(await steve.next(State), State)
    assert [code for _, code in closed] == [4003, 4003]


async def test_a_device_that_connects_too_often_loses_its_oldest_connection_only(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as served, AsyncExitStack() as stack:
        steve = await stack.enter_async_context(served.player("Steve"))
        token = await served.token_of("Alex")
        companions = []
        for _ in range(MOST_PER_DEVICE + 1):
            companions.append(await stack.enter_async_context(served.peer(token)))
            await companions[-1].next(Welcome)
        _, code = await until_closed(companions[0])
        for client in (steve, companions[1], companions[-1]):
            await client.send(Control(uuid.uuid4(), ControlAction.STATE))
            assert isinstance(await client.next(State), State)
    assert code == 1006, "broken off, so that the companion comes back instead of pairing anew"


@pytest.mark.behaviour("PROTO-038")
async def test_usage_of_everybody_is_for_operators(tmp_path: Path) -> None:
    (tmp_path / "ops.json").write_text(f'[{{"uuid":"{ALEX}","level":4}}]')
    request = UsageRequest(uuid.uuid4(), everyone=True)
    async with (
        house(tmp_path) as served,
        served.player("Alex") as operator,
        served.player("Steve") as steve,
    ):
        await operator.send(request)
        shown = await operator.next(Usage)
        await steve.send(request)
        denied = await steve.next(Reply)
    assert isinstance(shown, Usage)
    assert isinstance(denied, Reply)
    assert denied.code == Failure.NOT_PERMITTED


@pytest.mark.behaviour("PROTO-022", "PROTO-023")
async def test_history_holds_what_was_said_until_it_is_cleared(tmp_path: Path) -> None:
    async with house(tmp_path) as served, served.player("Alex") as alex:
        await served.world.order(GRANT)
        await alex.ask("show my quests")
        kept = await history(alex)
        await alex.send(Control(uuid.uuid4(), ControlAction.CLEAR))
        await alex.next(Reply)
        cleared = await history(alex)
    assert kept.entries[0].text == "show my quests"  # type: ignore[comparison-overlap]
    assert cleared.entries == ()


async def history(client) -> History:
    await client.send(Control(uuid.uuid4(), ControlAction.HISTORY))
    return await client.next(History)


async def test_requests_that_come_too_fast_are_refused_by_name(tmp_path: Path) -> None:
    async with house(tmp_path) as served, served.player("Alex") as alex:
        for _ in range(40):
            await alex.send(Control(uuid.uuid4(), ControlAction.CANCEL))
        came = [await alex.receive() for _ in range(40)]
    refusals = [message.code for message in came if isinstance(message, ErrorMessage)]
    assert set(refusals) == {Failure.TOO_MANY_REQUESTS}
    assert len(came) - len(refusals) >= 30


async def test_a_damaged_list_of_devices_lets_nobody_in_and_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "data" / "system" / "devices.dat"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"{broken")
    with pytest.raises(StorageError):
        async with house(tmp_path):
            pass
    assert file.read_bytes() == b"{broken"
