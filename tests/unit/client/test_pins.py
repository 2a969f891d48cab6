"""Pinned cards follow their live ones, and outlive them read-only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest

from companion.client import pin_file, pins
from companion.client.beginning import first_state
from companion.client.events import CardUpdated, EngineGone, Origin, PageTurned, ViewChanged
from companion.client.interface_events import CardPinned, CardUnpinned, PinsRestored
from companion.client.pin_file import pins_path, read_pins, write_pins
from companion.client.reducer import reduce
from companion.client.state import EMPTY, ClientState
from companion.protocol.cards.builder import LocalAction
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.update import ReplaceCard, ShowCard
from companion.support.errors import CompanionError, Failure
from companion.ui.shots import samples

ACCOUNT = UUID(int=7)
FIRST, SECOND = samples.card(1, "quest_list", "en_us"), samples.card(2, "quest_detail", "en_us")


def with_pinned() -> ClientState:
    shown = CardUpdated(ShowCard(FIRST.ref, FIRST.data), Origin.ANSWER)
    return reduce(reduce(EMPTY, shown), CardPinned(FIRST.ref.id))


def test_a_pinned_card_follows_what_becomes_of_it() -> None:
    newer = CardRef(FIRST.ref.id, 1)
    state = reduce(with_pinned(), CardUpdated(ReplaceCard(newer, SECOND.data), Origin.ANSWER))
    assert [(card.ref, card.data) for card in state.pinned] == [(newer, SECOND.data)]


@pytest.mark.behaviour("CARD-069")
def test_nothing_of_a_pinned_card_can_be_pressed_once_its_connection_is_gone() -> None:
    assert with_pinned().pinned[0].active
    assert not reduce(with_pinned(), EngineGone()).pinned[0].active
    assert not first_state("en_us", with_pinned()).pinned[0].active


@pytest.mark.behaviour("CARD-069")
def test_what_was_pinned_is_found_after_a_restart_to_be_read(tmp_path: Path) -> None:
    path = pins_path(tmp_path, "", ACCOUNT)
    write_pins(path, with_pinned().pinned)
    state = reduce(EMPTY, PinsRestored(read_pins(path)))
    assert [(card.ref, card.data, card.active) for card in state.pinned] == [
        (FIRST.ref, FIRST.data, False)
    ]
    write_pins(path, reduce(state, CardUnpinned(FIRST.ref.id)).pinned)
    assert read_pins(path) == ()


@pytest.mark.behaviour("CARD-069")
def test_a_pinned_card_whose_live_one_is_forgotten_stays_to_be_read() -> None:
    state = replace(with_pinned(), cards=())
    shown = CardUpdated(ShowCard(SECOND.ref, SECOND.data), Origin.ANSWER)
    card = reduce(state, shown).pinned[0]
    assert (card.data, card.active) == (FIRST.data, False)


def test_cards_of_before_stand_before_those_of_now() -> None:
    state = reduce(with_pinned(), PinsRestored((SECOND, replace(FIRST, active=False))))
    assert [(card.ref.id, card.active) for card in state.pinned] == [
        (SECOND.ref.id, False),
        (FIRST.ref.id, True),
    ]


def test_another_account_has_its_own_pins_only() -> None:
    state = reduce(with_pinned(), PinsRestored((SECOND,), instead=True))
    assert [card.ref.id for card in state.pinned] == [SECOND.ref.id]


def test_each_server_and_account_has_a_file_of_its_own(tmp_path: Path) -> None:
    paths = {
        pins_path(tmp_path, server, account)
        for server in ("", str(UUID(int=1)))
        for account in (ACCOUNT, UUID(int=8))
    }
    assert len(paths) == 4


def test_the_oldest_pin_makes_room() -> None:
    state = EMPTY
    for number in range(pins.MAX_PINNED + 1):
        state = pins.pinned(state, samples.card(number, "quest_list", "en_us"))
    assert [c.ref.id.int for c in state.pinned] == list(range(1, pins.MAX_PINNED + 1))


def test_a_damaged_entry_costs_itself(tmp_path: Path) -> None:
    path = tmp_path / "pins.json"
    write_pins(path, (FIRST, SECOND))
    path.write_text(path.read_text().replace('"quest_list"', '"no_such_card"', 1))
    text = path.read_text().replace(str(FIRST.ref.id), "no id", 1)
    path.write_text(text)
    assert [card.ref for card in read_pins(path)] == [SECOND.ref]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"cards": 1}', b"\xff"])
def test_a_file_that_is_none_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "pins.json"
    path.write_bytes(content)
    with pytest.raises(CompanionError) as raised:
        read_pins(path)
    assert raised.value.failure is Failure.SETTINGS_BROKEN
    assert path.read_bytes() == content


def test_a_folder_where_the_file_should_be_is_told(tmp_path: Path) -> None:
    path = tmp_path / "pins.json"
    path.mkdir()
    with pytest.raises(CompanionError, match=r"pins\.json"):
        read_pins(path)
    with pytest.raises(CompanionError) as raised:
        write_pins(path, (FIRST,))
    assert raised.value.failure is Failure.SETTINGS_NOT_SAVED


def test_pins_that_are_too_large_together_leave_the_oldest_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pins.json"
    write_pins(path, (SECOND,))
    monkeypatch.setattr(pin_file, "MAX_FILE_BYTES", path.stat().st_size + 100)
    write_pins(path, (FIRST, SECOND))
    assert [card.ref for card in read_pins(path)] == [SECOND.ref]


@pytest.mark.behaviour("CARD-048")
@pytest.mark.parametrize(
    ("event", "page", "category"),
    [
        (PageTurned(FIRST.ref, 2), 2, ""),
        (ViewChanged(FIRST.ref, LocalAction("select", "loot")), 0, "loot"),
    ],
    ids=["page", "category"],
)
def test_the_view_of_a_card_that_is_only_pinned_changes(
    event: PageTurned | ViewChanged, page: int, category: str
) -> None:
    state = reduce(replace(with_pinned(), cards=()), event)
    assert (state.pinned[0].view.page, state.pinned[0].view.category) == (page, category)
    assert state.cards == ()


def test_the_view_of_a_live_card_is_that_of_its_pin() -> None:
    state = reduce(with_pinned(), PageTurned(FIRST.ref, 1))
    assert state.pinned[0].view.page == state.card(FIRST.ref).view.page == 1
