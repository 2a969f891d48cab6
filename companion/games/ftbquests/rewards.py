"""Rewards: what a quest gives, and what its reward table may give, with true chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.ftbquests.goods import GoodsReader
from companion.games.ftbquests.raw_book import Raw, compounds, flag, object_id, text_of, whole
from companion.games.ftbquests.stacks import alternatives, read_stack
from companion.games.ftbquests.tasks import kind_of
from companion.games.quest_book import Draw, Goods, Reward
from companion.language.translations import Translations

MAX_DRAWS = 256

_FROM_TABLE = frozenset({"random", "choice", "loot", "all_table"})
_DRAWN = frozenset({"random", "loot"})
_AMOUNTS = {"xp": "xp", "xp_levels": "xp_levels", "currency": "amount"}
_BY_ITSELF = frozenset({"enabled", "no_toast", "invisible"})


@dataclass(frozen=True, slots=True)
class Tables:
    """Reward tables of a book.

    Attributes:
        by_id: Raw tables by id.
        in_order: The same in the order that 1.12 counts them by.
        titles: Display titles by id.
    """

    by_id: Mapping[int, Raw]
    in_order: Sequence[Raw]
    titles: Mapping[int, str]

    def of(self, reward: Raw) -> tuple[Raw, str]:
        """The table that a reward draws from and its title; empty when there is none."""
        inline = reward.get("table_data")
        if isinstance(inline, dict):
            return inline, ""
        number = object_id(reward.get("table_id"))
        if number is not None and number in self.by_id:
            return self.by_id[number], self.titles.get(number, "")
        place = whole(reward.get("table", reward.get("table_id")), -1)
        if 0 <= place < len(self.in_order):
            table = self.in_order[place]
            return table, self.titles.get(object_id(table.get("id")) or 0, "")
        return {}, ""


@dataclass(frozen=True, slots=True)
class Defaults:
    """What holds for the rewards of a quest that do not say otherwise.

    Attributes:
        team: One member takes a reward for all.
        auto: When the game gives it by itself, as the files spell it.
        unblocked: May be taken while the team's rewards are held back.
    """

    team: bool = False
    auto: str = "disabled"
    unblocked: bool = False


@dataclass(frozen=True, slots=True)
class _Head:
    """What all kinds of rewards share."""

    kind: str
    silent: bool
    team: bool
    auto: bool
    unblocked: bool


@dataclass(frozen=True, slots=True)
class RewardReader:
    """Reads rewards in one locale."""

    goods: GoodsReader
    phrases: Translations
    tables: Tables

    def read(
        self, raw: Raw, number: int, own_title: str, defaults: Defaults = Defaults()
    ) -> Reward:
        """Read one reward.

        Args:
            raw: As written.
            number: Its id.
            own_title: The author's title; empty takes the automatic one.
            defaults: What the book and the quest say of all rewards.
        """
        head = _head(raw, defaults)
        if head.kind == "item":
            return self._item(raw, number, own_title, head)
        if head.kind in _FROM_TABLE:
            return self._from_table(raw, number, own_title, head)
        count, title = self._counted_kind(raw, head.kind)
        goods = self.goods.read(raw.get("icon"))
        return _reward(head, number, own_title or title, goods, count)

    def _counted_kind(self, raw: Raw, kind: str) -> tuple[int, str]:
        count = max(whole(raw.get(_AMOUNTS.get(kind, "")), 1), 1)
        key = f"book.reward.{kind}"
        automatic = key if self.phrases.has(key) else "book.reward.unknown"
        return count, self.phrases.text(automatic, count=str(count), kind=kind)

    def _item(self, raw: Raw, number: int, own_title: str, head: _Head) -> Reward:
        goods, count, bonus, title = self._stack(raw)
        up_to = count + bonus if bonus else 0
        return _reward(head, number, own_title or title, goods, count, up_to=up_to)

    def _stack(self, raw: Raw) -> tuple[Goods, int, int, str]:
        """Goods, amount, what chance may add, and the automatic title of an item reward."""
        stack = read_stack(raw.get("item"))
        goods = self.goods.of_stack(stack)
        count = max(whole(raw.get("count"), stack.count), 1)
        bonus = max(whole(raw.get("random_bonus")), 0)
        return goods, count, bonus, self._counted(goods.name, count, bonus)

    def _from_table(self, raw: Raw, number: int, own_title: str, head: _Head) -> Reward:
        table, title = self.tables.of(raw)
        entries = compounds(table.get("rewards"))[:MAX_DRAWS]
        ids = [
            name
            for entry in entries
            if "item" in entry
            for name in alternatives(read_stack(entry["item"]))
        ]
        goods = self.goods.read(raw.get("icon"))
        goods = Goods(goods.item, title or goods.name, tuple(dict.fromkeys(ids)))
        title = own_title or title or self.phrases.text(f"book.reward.{head.kind}")
        draws, nothing = self._draws(table, entries, head.kind)
        return _reward(head, number, title, goods, 1, draws=draws, nothing=nothing)

    def _draws(
        self, table: Raw, entries: Sequence[Raw], kind: str
    ) -> tuple[tuple[Draw, ...], float]:
        """The table's contents; where one is drawn, the likeliest first."""
        chances, nothing = chances_of(table, entries, kind)
        draws = [self._draw(entry, chance) for entry, chance in zip(entries, chances, strict=True)]
        if kind in _DRAWN:
            draws.sort(key=lambda draw: -draw.chance)
        return tuple(draws), nothing

    def _draw(self, entry: Raw, chance: float) -> Draw:
        kind = kind_of(entry, "item")
        if kind == "item":
            goods, count, _, title = self._stack(entry)
        else:
            count, title = self._counted_kind(entry, kind)
            goods = self.goods.read(entry.get("icon"))
        return Draw(kind, text_of(entry.get("title")) or title, goods, count, chance)

    def _counted(self, name: str, count: int, bonus: int) -> str:
        if bonus:
            amount = f"{count}-{count + bonus}"
        elif count > 1:
            amount = str(count)
        else:
            return name or self.phrases.text("book.reward.unknown", kind="item")
        return self.phrases.text("book.count", count=amount, name=name)


def chances_of(table: Raw, entries: Sequence[Raw], kind: str) -> tuple[list[float], float]:
    """The chance of each entry in one draw, and the chance of nothing.

    An entry of weight 0 is always granted. Only loot counts the weight of nothing; of a choice or
    a whole table everything is to be had.
    """
    if kind not in _DRAWN:
        return [1.0] * len(entries), 0.0
    weights = [_weight(entry) for entry in entries]
    empty = max(_number(table.get("empty_weight")), 0.0) if kind == "loot" else 0.0
    total = sum(weights) + empty
    if total <= 0:
        return [1.0] * len(weights), 0.0
    return [weight / total if weight > 0 else 1.0 for weight in weights], empty / total


def _weight(entry: Raw) -> float:
    return max(_number(entry.get("weight", 1)), 0.0)


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    return float(value) if abs(value) < 1e12 else 0.0


def _head(raw: Raw, defaults: Defaults) -> _Head:
    team, auto = flag(raw.get("team_reward")), text_of(raw.get("auto"))
    auto = defaults.auto if auto in ("", "default") else auto
    return _Head(
        kind_of(raw, "item"),
        silent=auto == "invisible",
        team=defaults.team if team is None else team,
        auto=auto in _BY_ITSELF,
        unblocked=bool(flag(raw.get("ignore_reward_blocking"))) or defaults.unblocked,
    )


def _reward(  # noqa: PLR0913 - one a field
    head: _Head,
    number: int,
    title: str,
    goods: Goods,
    count: int,
    *,
    up_to: int = 0,
    draws: tuple[Draw, ...] = (),
    nothing: float = 0.0,
) -> Reward:
    return Reward(
        number,
        head.kind,
        title,
        goods,
        count,
        up_to,
        silent=head.silent,
        team=head.team,
        auto=head.auto,
        unblocked=head.unblocked,
        draws=draws,
        nothing=nothing,
    )
