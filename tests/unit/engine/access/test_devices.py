"""A device's token is known to the device; the engine keeps its hash and can forget it."""

from __future__ import annotations

import asyncio
import hashlib
import re

import pytest

from companion.engine.access.devices import MOST_DEVICES, SEEN_STEP_S, Devices
from companion.engine.access.gate import Gate, SignedIn, Stranger
from companion.support.errors import StorageError
from tests.helpers.access_world import ALEX, STEVE, Disk


@pytest.fixture
def disk():
    return Disk()


@pytest.fixture
def devices(disk):
    return Devices(None, disk.write)


async def pair(devices, player=ALEX, name="laptop", at=0.0):
    return await devices.add(player.id, player.name, name, at)


@pytest.mark.behaviour("PROTO-060", "PROTO-029")
async def test_a_token_says_whose_device_it_is(devices):
    token = await pair(devices)
    signed_in = Gate(devices).who(token)
    assert isinstance(signed_in, SignedIn)
    assert signed_in.player == ALEX


async def test_a_token_has_256_bits_and_is_never_the_same(devices):
    tokens = {await pair(devices) for _ in range(8)}
    assert len(tokens) == 8
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43}", token) for token in tokens)


async def test_only_the_hash_of_a_token_is_kept(devices, disk):
    token = await pair(devices)
    assert token.encode() not in disk.content
    assert hashlib.sha256(token.encode()).hexdigest().encode() in disk.content
    assert token not in repr(devices.of(ALEX.id))


async def test_devices_come_back_after_a_restart(devices, disk):
    token = await pair(devices)
    assert Devices(disk.content, disk.write).find(token) == devices.find(token)


@pytest.mark.behaviour("PROTO-060")
async def test_a_revoked_device_is_refused_now_and_after_a_restart(devices, disk):
    token, other = await pair(devices), await pair(devices, name="phone")
    await devices.revoke(devices.find(token).id)
    later = Devices(disk.content, disk.write)
    assert (devices.find(token), later.find(token)) == (None, None)
    assert devices.find(other)
    assert later.find(other)


async def test_a_revoked_device_is_refused_even_if_the_disk_refuses(devices, disk):
    token = await pair(devices)
    disk.refuses = True
    with pytest.raises(StorageError):
        await devices.revoke(devices.find(token).id)
    assert devices.find(token) is None


async def test_a_revoke_during_a_pairing_is_not_undone_by_it(devices, disk):
    token = await pair(devices)
    disk.open.clear()
    pairing = asyncio.ensure_future(pair(devices, name="phone"))  # noqa: TID251
    await asyncio.sleep(0)
    revoking = asyncio.ensure_future(devices.revoke(devices.find(token).id))  # noqa: TID251
    await asyncio.sleep(0)
    disk.open.set()
    phone = await pairing
    await revoking
    later = Devices(disk.content, disk.write)
    assert later.find(token) is None
    assert later.find(phone)


async def test_two_pairings_at_once_both_stay(devices, disk):
    tokens = await asyncio.gather(pair(devices), pair(devices, STEVE))
    later = Devices(disk.content, disk.write)
    assert all(later.find(token) for token in tokens)


async def test_a_device_that_was_not_written_is_not_paired(devices, disk):
    disk.refuses = True
    with pytest.raises(StorageError):
        await pair(devices)
    assert devices.of(ALEX.id) == ()


async def test_all_devices_of_one_player_can_be_revoked(devices):
    mine = [await pair(devices), await pair(devices)]
    other = await pair(devices, STEVE)
    assert len(await devices.revoke_all(ALEX.id)) == 2
    assert [devices.find(token) for token in mine] == [None, None]
    assert devices.find(other)


async def test_devices_are_listed_in_the_order_they_were_paired(devices):
    for at, name in enumerate(("laptop", "phone", "tablet")):
        await pair(devices, name=name, at=float(at))
    assert [device.name for device in devices.of(ALEX.id)] == ["laptop", "phone", "tablet"]


async def test_the_device_away_longest_makes_room(devices):
    tokens = [await pair(devices, at=float(at)) for at in range(MOST_DEVICES)]
    await devices.saw(devices.find(tokens[0]), 2 * SEEN_STEP_S)
    new = await pair(devices, at=3 * SEEN_STEP_S)
    assert len(devices.of(ALEX.id)) == MOST_DEVICES
    assert devices.find(tokens[1]) is None
    assert devices.find(tokens[0])
    assert devices.find(new)


async def test_a_visit_is_written_once_an_hour(devices, disk):
    token = await pair(devices)
    written = len(disk.written)
    for at in (1.0, SEEN_STEP_S - 1, SEEN_STEP_S, SEEN_STEP_S + 1):
        await devices.saw(devices.find(token), at)
    assert len(disk.written) == written + 1
    assert devices.find(token).seen_at == SEEN_STEP_S


@pytest.mark.parametrize(
    "stored",
    [b"", b"{", b"[]", b'{"version": 2}', b'{"devices": [{}]}', b'{"extra": 1}', b"[" * 9_000],
    ids=["empty", "cut", "list", "newer", "device without fields", "unknown key", "deep"],
)
def test_a_damaged_list_lets_nobody_in(stored, disk):
    with pytest.raises(StorageError):
        Devices(stored, disk.write)


@pytest.mark.behaviour("PROTO-060")
async def test_a_companion_without_a_token_is_a_stranger_and_a_wrong_token_is_nobody(devices):
    gate = Gate(devices, "l" * 43, STEVE)
    assert gate.who("") == Stranger()
    assert gate.who("x" * 43) is None
    assert gate.who("\ud800") is None
    assert gate.who("l" * 43) == SignedIn(STEVE)


def test_an_engine_without_a_local_token_takes_none(devices):
    assert Gate(devices).who("") == Stranger()
    with pytest.raises(ValueError, match="local"):
        Gate(devices, "", STEVE)
    with pytest.raises(ValueError, match="local"):
        Gate(devices, "t" * 43)


async def test_forgetting_what_is_not_there_writes_nothing(devices, disk):
    token = await pair(devices)
    device = devices.find(token)
    await devices.revoke(device.id)
    written = len(disk.written)
    assert await devices.revoke(device.id) is None
    assert await devices.revoke_all(ALEX.id) == ()
    await devices.saw(device, 1e9)
    assert len(disk.written) == written
