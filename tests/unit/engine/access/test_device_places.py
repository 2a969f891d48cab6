"""A device has so many connections; its newest gets in, and its oldest goes."""

from __future__ import annotations

import uuid

import pytest

from companion.engine.access.device_places import MOST_PER_DEVICE, DevicePlaces

DEVICE, OTHER = uuid.UUID(int=1), uuid.UUID(int=2)


@pytest.fixture
def full() -> DevicePlaces[str]:
    places: DevicePlaces[str] = DevicePlaces()
    assert [places.came(DEVICE, str(n)) for n in range(MOST_PER_DEVICE)] == [None] * MOST_PER_DEVICE
    return places


def test_one_too_many_takes_the_place_of_the_oldest(full: DevicePlaces[str]) -> None:
    assert full.came(DEVICE, "newest") == "0"
    assert full.came(DEVICE, "newer still") == "1"
    assert len(full.of(DEVICE)) == MOST_PER_DEVICE
    assert full.of(DEVICE)[-2:] == ("newest", "newer still")


def test_another_device_takes_no_place_of_it(full: DevicePlaces[str]) -> None:
    assert full.came(OTHER, "theirs") is None
    assert (len(full.of(DEVICE)), full.of(OTHER)) == (MOST_PER_DEVICE, ("theirs",))


def test_who_leaves_makes_room_once(full: DevicePlaces[str]) -> None:
    full.left(DEVICE, "3")
    full.left(DEVICE, "3")
    assert full.came(DEVICE, "newest") is None
    assert full.came(DEVICE, "newer still") == "0"


def test_nothing_is_kept_of_a_device_that_left(full: DevicePlaces[str]) -> None:
    for connection in full.of(DEVICE):
        full.left(DEVICE, connection)
    full.left(DEVICE, "0")
    assert (full.of(DEVICE), full._of) == ((), {})
