from __future__ import annotations

import msgspec
import pytest

from companion.engine.storage.held import Held, flatten, unflatten
from companion.engine.storage.ledger import Ledger
from companion.engine.storage.record import ModelQuota, PlayerRecord, Preferences
from companion.support.errors import CompanionError, Failure


class Reward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    item: str
    amount: int = 1


class Newer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    coins: int


@pytest.mark.behaviour("STORE-034")
def test_the_record_of_a_player_keeps_its_form() -> None:
    record = PlayerRecord(
        systems=("demo:daily",),
        preferences=Preferences(history=False),
        quota=ModelQuota("2026-11-30", 3),
    )
    golden = (
        b'{"version":1,"systems":["demo:daily"],'
        b'"preferences":{"external":true,"free_chat":true,"history":false},'
        b'"quota":{"day":"2026-11-30","used":3}}'
    )
    assert msgspec.json.encode(record) == golden
    assert msgspec.json.decode(golden, type=PlayerRecord) == record


@pytest.mark.behaviour("STORE-034")
def test_choices_that_an_older_record_lacks_have_their_defaults() -> None:
    old = b'{"version":1,"preferences":{"external":false}}'
    assert msgspec.json.decode(old, type=PlayerRecord).preferences == Preferences(external=False)


@pytest.mark.behaviour("STORE-036")
def test_a_ledger_declares_owner_kind_type_codec_and_factory() -> None:
    ledger = Ledger("system:bank", "system:purse", Reward, lambda: Reward("coin"))
    assert (ledger.owner, ledger.kind, ledger.type) == ("system:bank", "system:purse", Reward)
    assert ledger.factory is not None
    assert ledger.decode(ledger.encode(ledger.factory()), ledger.version) == Reward("coin")


@pytest.mark.parametrize(
    ("body", "version"),
    [
        pytest.param(b"{", 1, id="no json"),
        pytest.param(b'{"item":3}', 1, id="wrong type"),
        pytest.param(b'{"item":"a","b":1}', 1, id="unknown field"),
        pytest.param(b'{"item":"a"}', 2, id="newer"),
        pytest.param(b'{"item":"a"}', 0, id="older without an upgrade"),
        pytest.param(b"[" * 100_000, 1, id="deep"),
    ],
)
def test_an_entry_that_is_not_exactly_of_its_type_is_an_error(body: bytes, version: int) -> None:
    with pytest.raises(CompanionError) as caught:
        Ledger("a:b", "a:b", Reward).decode(body, version)
    assert caught.value.failure is Failure.STORAGE_UNAVAILABLE


@pytest.mark.behaviour("STORE-028")
def test_a_value_of_another_type_is_not_written() -> None:
    with pytest.raises(CompanionError):
        Ledger("a:b", "a:b", Reward).encode(Newer(1))  # type: ignore[arg-type]
    with pytest.raises(CompanionError):
        Ledger("a:b", "a:b", object).encode(object())


def test_an_older_entry_is_read_through_its_upgrade() -> None:
    ledger = Ledger(
        "a:b", "a:b", Newer, version=2, upgrade=lambda old, _: {"coins": old["gold"] * 100}
    )
    assert ledger.decode(b'{"gold":3}', 1) == Newer(300)
    assert ledger.decode(b'{"coins":3}', 2) == Newer(3)
    with pytest.raises(CompanionError):
        ledger.decode(b'{"silver":3}', 1)


@pytest.mark.behaviour("STORE-044")
def test_an_entry_of_a_data_pack_is_kept_flat_beside_its_id_as_it_was() -> None:
    held = Held("demo:sword", Reward("iron_sword", 2))
    stored = flatten(held)
    assert stored == {"id": "demo:sword", "item": "iron_sword", "amount": 2}
    assert unflatten(stored, Reward) == held


@pytest.mark.parametrize(
    "stored",
    [
        pytest.param({"item": "a"}, id="no id"),
        pytest.param({"id": 3, "item": "a"}, id="id is no text"),
        pytest.param({"id": "a:b", "amount": 1}, id="field missing"),
        pytest.param({"id": "a:b", "item": "a", "more": 1}, id="field unknown"),
    ],
)
def test_a_kept_entry_is_read_strictly(stored: dict[str, object]) -> None:
    with pytest.raises(CompanionError) as caught:
        unflatten(stored, Reward)
    assert caught.value.failure is Failure.STORAGE_UNAVAILABLE


def test_a_value_with_an_id_of_its_own_cannot_be_held() -> None:
    class Clash(msgspec.Struct, frozen=True):
        id: str

    with pytest.raises(CompanionError):
        flatten(Held("a:b", Clash("c")))
    with pytest.raises(CompanionError):
        flatten(Held("a:b", 3))
