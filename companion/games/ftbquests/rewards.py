"""Rewards: what a quest gives, with the contents of reward tables as alternatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.ftbquests.goods import GoodsReader
from companion.games.ftbquests.raw_book import Raw, compounds, object_id, text_of, whole
from companion.games.ftbquests.stacks import alternatives, read_stack
from companion.games.ftbquests.tasks import kind_of
from companion.games.quest_book import Goods, Reward
from companion.language.translations import Translations

_FROM_TABLE = frozenset({"random", "choice", "loot", "all_table"})
_AMOUNTS = {"xp": "xp", "xp_levels": "xp_levels", "currency": "amount"}


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
class RewardReader:
    """Reads rewards in one locale."""

    goods: GoodsReader
    phrases: Translations
    tables: Tables

    def read(self, raw: Raw, number: int, own_title: str) -> Reward:
        """Read one reward.

        Args:
            raw: As written.
            number: Its id.
            own_title: The author's title; empty takes the automatic one.
        """
        kind = kind_of(raw, "item")
        silent = text_of(raw.get("auto")) == "invisible"
        if kind == "item":
            return self._item(raw, number, own_title, silent=silent)
        if kind in _FROM_TABLE:
            return self._from_table(raw, kind, number, own_title, silent=silent)
        count = max(whole(raw.get(_AMOUNTS.get(kind, "")), 1), 1)
        key = f"book.reward.{kind}"
        automatic = key if self.phrases.has(key) else "book.reward.unknown"
        title = own_title or self.phrases.text(automatic, count=str(count), kind=kind)
        return Reward(number, kind, title, self.goods.read(raw.get("icon")), count, silent=silent)

    def _item(self, raw: Raw, number: int, own_title: str, *, silent: bool) -> Reward:
        stack = read_stack(raw.get("item"))
        goods = self.goods.of_stack(stack)
        count = max(whole(raw.get("count"), stack.count), 1)
        bonus = max(whole(raw.get("random_bonus")), 0)
        title = own_title or self._counted(goods.name, count, bonus)
        return Reward(
            number, "item", title, goods, count, up_to=count + bonus if bonus else 0, silent=silent
        )

    def _from_table(
        self, raw: Raw, kind: str, number: int, own_title: str, *, silent: bool
    ) -> Reward:
        table, title = self.tables.of(raw)
        entries = [entry for entry in compounds(table.get("rewards")) if "item" in entry]
        ids = [name for entry in entries for name in alternatives(read_stack(entry["item"]))]
        goods = self.goods.read(raw.get("icon"))
        goods = Goods(goods.item, title or goods.name, tuple(dict.fromkeys(ids)))
        title = own_title or title or self.phrases.text(f"book.reward.{kind}")
        return Reward(number, kind, title, goods, 1, silent=silent)

    def _counted(self, name: str, count: int, bonus: int) -> str:
        if bonus:
            amount = f"{count}-{count + bonus}"
        elif count > 1:
            amount = str(count)
        else:
            return name or self.phrases.text("book.reward.unknown", kind="item")
        return self.phrases.text("book.count", count=amount, name=name)
