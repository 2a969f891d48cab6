"""Node `item_sources`: where an item comes from: recipes, loot, tags, quests (ITEM-031)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, ClassVar

import msgspec

from companion.cards.binding import Context, broken, label_of
from companion.cards.nodes.categories import Category, bind_categories, chosen
from companion.cards.nodes.node import Node
from companion.cards.nodes.quest_list import bind_rows
from companion.cards.nodes.recipe import bind_place, bind_recipe, item_line, place_line
from companion.cards.paging import Page, page_of
from companion.cards.reasons import reason
from companion.cards.view import BoundItemSources
from companion.protocol.cards.item_sources import ItemSource

KINDS = ("recipe", "loot", "tag")
QUESTS = "quest"
PageSize = Annotated[int, msgspec.Meta(ge=1, le=60)]


class ItemSourcesNode(
    Node[BoundItemSources], frozen=True, forbid_unknown_fields=True, kw_only=True
):
    """Sources in categories, each with pages of its own.

    Attributes:
        source: Name of a list of `ItemSource`.
        quests: Name of a list of quests around the item; a fourth category where there are any.
        truncated: Name of the value that says that there are more.
        recipe_page_size, loot_page_size, tag_page_size: Entries of a page (ITEM-035); where room
            is short, recipes have at most 2.
        quest_page_size: Rows of a page of quests.
    """

    binds = BoundItemSources
    sources: ClassVar[tuple[str, ...]] = ("source", "quests")
    names: ClassVar[tuple[str, ...]] = ("needs", "truncated")
    tolerant: ClassVar[tuple[str, ...]] = (
        "recipe_page_size",
        "loot_page_size",
        "tag_page_size",
        "quest_page_size",
    )

    source: str = "sources"
    quests: str = ""
    truncated: str = ""
    recipe_page_size: PageSize = 4
    loot_page_size: PageSize = 12
    tag_page_size: PageSize = 24
    quest_page_size: PageSize = 5

    def turning(self) -> int:
        """Always one."""
        return 1

    def bind(self, context: Context) -> BoundItemSources | None:
        """Bind the visible page of the category that is seen."""
        sources = context.list_of(self.source)
        quests = context.list_of(self.quests) if self.quests else ()
        categories = self._categories(sources, quests, context)
        seen = chosen(categories, context)
        assert seen is not None
        page = page_of(len(seen.places), self._size(seen.id, context), context.page)
        bare = BoundItemSources(
            bind_categories(categories, seen, context),
            self._description(seen, context),
            columns=1 if context.is_small else 2,
            hint=self._hint(sources, quests, context),
            page=page.index,
            pages=page.pages,
        )
        return _filled(bare, seen, page, sources, quests, context)

    @classmethod
    def plain(cls, bound: BoundItemSources) -> tuple[str, ...]:
        """The category and its page, a line a source."""
        heads = [f"{c.button.label}" for c in bound.categories if c.selected and c.count]
        rows = [f"{row.choice.number}. {row.choice.label} · {row.line}" for row in bound.quests]
        recipes = [item_line(recipe) for recipe in bound.recipes]
        places = [place_line(place) for place in bound.places]
        hint = [bound.hint] if bound.hint else []
        return (*heads, *recipes, *places, *rows, *hint)

    @classmethod
    def spoken(cls, bound: BoundItemSources) -> tuple[str, ...]:
        """The same, with pauses."""
        return tuple(line.removeprefix("- ").replace(" · ", ", ") for line in cls.plain(bound))

    def _categories(
        self, sources: tuple[object, ...], quests: tuple[object, ...], context: Context
    ) -> tuple[Category, ...]:
        places: dict[str, list[int]] = {kind: [] for kind in KINDS}
        for index, source in enumerate(sources):
            if not isinstance(source, ItemSource):
                raise broken(reason("no_source", source=repr(self.source)))
            places[source.kind if source.kind in KINDS else "recipe"].append(index)
        found: list[tuple[str, Sequence[int]]] = list(places.items())
        if quests:
            found.append((QUESTS, range(len(quests))))
        texts = context.translations
        return tuple(Category(k, texts.text(f"card.sources.{k}"), v) for k, v in found)

    def _size(self, category: str, context: Context) -> int:
        match category:
            case "recipe":
                return min(2, self.recipe_page_size) if context.is_small else self.recipe_page_size
            case "loot":
                return min(6, self.loot_page_size) if context.is_small else self.loot_page_size
            case "tag":
                return min(12, self.tag_page_size) if context.is_small else self.tag_page_size
            case _:
                return self.quest_page_size

    def _description(self, seen: Category, context: Context) -> str:
        if not seen.places:
            return ""
        return label_of(
            context.translations.text(f"card.sources.{seen.id}.about"), context.translations
        )

    def _hint(
        self, sources: tuple[object, ...], quests: tuple[object, ...], context: Context
    ) -> str:
        texts = context.translations
        if not sources and not quests:
            return texts.text("card.sources.none")
        truncated = self.truncated and context.has(self.truncated)
        return texts.text("card.sources.truncated") if truncated else ""


def _filled(
    bare: BoundItemSources,
    seen: Category,
    page: Page,
    sources: tuple[object, ...],
    quests: tuple[object, ...],
    context: Context,
) -> BoundItemSources:
    places = seen.places[page.start : page.stop]
    if seen.id == QUESTS:
        rows = bind_rows(tuple(quests[index] for index in places), context)
        return replace(bare, quests=rows)
    shown = [source for index in places if isinstance(source := sources[index], ItemSource)]
    if seen.id == "recipe":
        return replace(bare, recipes=tuple(bind_recipe(one, context) for one in shown))
    bound = tuple(bind_place(one, context) for one in shown)
    return replace(bare, places=bound, wraps=seen.id == "tag")
