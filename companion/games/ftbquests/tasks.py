"""Tasks: what a quest asks for, with a name where its author gave none.

A new kind is one line of `_COUNTED` or `_PLACES`; an unknown one is kept and named by its id.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.ftbquests.goods import GoodsReader
from companion.games.ftbquests.names import id_words
from companion.games.ftbquests.raw_book import Raw, flag, text_of, whole
from companion.games.ftbquests.stacks import alternatives, read_stack
from companion.games.quest_book import Goods, Task
from companion.language.joints import PLACE, set_in
from companion.language.translations import Translations

_AMOUNTS = {
    "item": "count",
    "fluid": "amount",
    "kill": "value",
    "stat": "value",
    "xp": "value",
    "forge_energy": "value",
    "techreborn_energy": "value",
    "custom": "max_progress",
}
"""Kind to the field that says how much; 1 for all others."""

_REFERENCES = {
    "dimension": ("dimension", "dimension"),
    "biome": ("biome", "biome"),
    "structure": ("structure", "structure"),
    "kill": ("entity", "entity"),
    "stat": ("stat", "stat"),
    "advancement": ("advancement", "advancement"),
    "observation": ("to_observe", "block"),
    "gamestage": ("stage", "stage"),
    "location": ("dimension", "dimension"),
}
"""Kind to the field that names a thing, and what that thing is."""


def _tristate(value: object, *, otherwise: bool) -> bool:
    said = flag(value)
    return otherwise if said is None else said


def kind_of(raw: Raw, otherwise: str) -> str:
    """The type as written, without FTB Quests' own namespace."""
    return text_of(raw.get("type")).removeprefix("ftbquests:") or otherwise


@dataclass(frozen=True, slots=True)
class TaskReader:
    """Reads tasks in one locale."""

    goods: GoodsReader
    phrases: Translations

    def read(self, raw: Raw, number: int, own_title: str, *, consumes: bool = False) -> Task:
        """Read one task.

        Args:
            raw: As written.
            number: Its id.
            own_title: The author's title; empty takes the automatic one.
            consumes: Whether items are handed in where the task itself does not say.
        """
        kind = kind_of(raw, "unknown")
        needed = max(whole(raw.get(_AMOUNTS.get(kind, "")), 1), 1)
        goods = self._goods(raw, kind)
        return Task(
            id=number,
            kind=kind,
            title=own_title or self._title(raw, kind, goods, needed),
            is_named=bool(own_title),
            goods=goods,
            needed=needed,
            optional=bool(flag(raw.get("optional_task"))),
            consumes=kind == "item" and _tristate(raw.get("consume_items"), otherwise=consumes),
            screen_only=bool(flag(raw.get("task_screen_only"))),
        )

    def _goods(self, raw: Raw, kind: str) -> Goods:
        if kind == "item":
            return self._items(raw)
        if kind == "fluid":
            fluid = raw.get("fluid")
            name = text_of(fluid.get("id") if isinstance(fluid, dict) else fluid)
            return Goods(name, self.goods.names.of("fluid", name)) if name else Goods("", "")
        return self.goods.read(raw.get("icon"))

    def _items(self, raw: Raw) -> Goods:
        """The item, or the list of items of 1.12."""
        several = raw.get("items")
        if not isinstance(several, list) or not several:
            return self.goods.read(raw.get("item"))
        if len(several) == 1:
            return self.goods.read(several[0])
        ids = [name for entry in several for name in alternatives(read_stack(entry))]
        return self.goods.any_of(tuple(dict.fromkeys(ids)))

    def _title(self, raw: Raw, kind: str, goods: Goods, needed: int) -> str:
        if kind == "item":
            return self._counted(goods.name or self.phrases.text("book.matching_item"), needed)
        field, what = _REFERENCES.get(kind, ("", ""))
        written = text_of(raw.get(field))
        name = self.goods.names.of(what, written) if written else goods.name
        if kind == "stat":
            name = id_words(written)
        key = f"book.task.{kind}"
        known = key if self.phrases.has(key) else "book.task.unknown"
        told = self.phrases.text(known, name=PLACE, count=str(needed), kind=id_words(kind))
        return set_in(told, name)

    def _counted(self, name: str, count: int) -> str:
        return self.phrases.text("book.count", count=str(count), name=name) if count > 1 else name
