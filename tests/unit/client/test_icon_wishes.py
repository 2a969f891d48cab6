"""Icons are wished for in any number, and asked for at a pace that the server bears."""

from __future__ import annotations

from uuid import UUID

from companion.client.icon_wishes import MOST_AT_ONCE, MOST_WAITING, PACE_S, IconWishes
from companion.protocol.bounds import BOUNDS, Credit
from companion.protocol.limits import ICON_BURST


def wished(count: int) -> IconWishes:
    """Wishes for so many icons."""
    wishes = IconWishes()
    for number in range(count):
        wishes.wish(f"mod:item_{number}", {})
    return wishes


def asked(wishes: IconWishes, now: float) -> list[str]:
    """Ask for what is due."""
    assets = []
    for message in wishes.due(now):
        wishes.asked(UUID(int=int(message.asset.rpartition("_")[2])), message.asset)
        assets.append(message.asset)
    return assets


def answered(wishes: IconWishes, assets: list[str]) -> None:
    """Let the server answer."""
    for asset in assets:
        assert wishes.ended(UUID(int=int(asset.rpartition("_")[2])))


def test_what_was_wished_last_is_asked_first() -> None:
    assert asked(wished(10), 0.0)[:2] == ["mod:item_9", "mod:item_8"]


def test_few_are_on_their_way_at_once() -> None:
    wishes = wished(20)
    first = asked(wishes, 0.0)
    meanwhile = asked(wishes, 1.0)
    answered(wishes, first[:3])

    assert (len(first), meanwhile, len(asked(wishes, 2.0))) == (MOST_AT_ONCE, [], 3)


def test_the_server_never_has_reason_to_refuse() -> None:
    wishes, credit, now, refused = wished(400), Credit(ICON_BURST, 0.0), 0.0, 0
    while wishes.waits_for_time:
        sent = asked(wishes, now)
        refused += sum(not credit.take(now, BOUNDS.icons_per_s, BOUNDS.icon_burst) for _ in sent)
        answered(wishes, sent)
        now += PACE_S

    assert (refused, now < 20.0) == (0, True)


def test_more_wishes_than_are_kept_cost_the_oldest() -> None:
    wishes = wished(MOST_WAITING + 1)
    seen: list[str] = []
    for step in range(MOST_WAITING):
        sent = asked(wishes, float(step))
        answered(wishes, sent)
        seen += sent

    assert (len(seen), "mod:item_0" in seen) == (MOST_WAITING, False)
