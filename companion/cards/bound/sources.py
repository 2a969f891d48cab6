"""Bound answers: what `item_sources`, `passages` and `chart` become."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.bound.base import Bound
from companion.cards.bound.press import BoundCategory, BoundChoice
from companion.cards.bound.quest import BoundRow
from companion.cards.bound.text import Line
from companion.protocol.cards.item import ItemPreview


@dataclass(frozen=True, slots=True)
class BoundSlot:
    """A place in a recipe.

    Attributes:
        item: What it takes or gives; `others` of it counts the alternatives ("+4").
        tooltip: Lines: name, alternatives, id, stack limit.
    """

    item: ItemPreview
    tooltip: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoundRecipe:
    """One way to make an item.

    Attributes:
        title: Such as "Crafting"; the source's own id where the kind is unknown.
        station: Icon beside the title; None where nobody knows.
        width: 3 for a shaped recipe, whose `inputs` are nine places; 0 for a list of ingredients.
        inputs: None is an empty place.
        notes: Plain lines.
    """

    title: str
    station: ItemPreview | None
    width: int
    inputs: tuple[BoundSlot | None, ...]
    outputs: tuple[BoundSlot, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoundPlaceSource:
    """A loot table or a tag that has an item: its id, its name in words, notes."""

    id: str
    title: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoundItemSources(Bound):
    """Node `item_sources`: where an item comes from, one category and page at a time.

    Attributes:
        categories: Recipes, loot, tags, in this order; then quests where there are any.
        description: About the category that is seen, said once.
        recipes: Of the visible page, when recipes are seen.
        columns: Of recipes: 2 in full, else 1.
        places: Loot tables or tags of the visible page; `wraps` sets tags one after another.
        quests: Rows of the visible page, when quests are seen.
        hint: That there is nothing, or that there is more than is shown; possibly empty.
    """

    categories: tuple[BoundCategory, ...]
    description: str
    recipes: tuple[BoundRecipe, ...] = ()
    columns: int = 1
    places: tuple[BoundPlaceSource, ...] = ()
    wraps: bool = False
    quests: tuple[BoundRow, ...] = ()
    hint: str = ""
    page: int = 0
    pages: int = 1


@dataclass(frozen=True, slots=True)
class BoundPassage:
    """A piece of text with where it is from.

    Attributes:
        number: The citation `[1]`.
        text: Styled lines.
        source: Plain: chapter and quest, a file's name, a page's title.
        address: Host of a web page, plain and only to be read; else empty.
        choice: Opens what it is from; None where nothing can be opened.
    """

    number: int
    title: Line
    text: tuple[Line, ...]
    source: str = ""
    address: str = ""
    choice: BoundChoice | None = None


@dataclass(frozen=True, slots=True)
class BoundPassages(Bound):
    """Node `passages`: what an answer rests on."""

    passages: tuple[BoundPassage, ...]
    page: int = 0
    pages: int = 1
    empty: str = ""


@dataclass(frozen=True, slots=True)
class BoundPoint:
    """A value of a chart: its label, the number, and the number in words."""

    label: str
    value: float
    words: str


@dataclass(frozen=True, slots=True)
class BoundChart(Bound):
    """Node `chart`: bars or a line; a table of the same for screen readers.

    Attributes:
        kind: `bar` or `line`.
        points: From left to right; values are finite and not negative.
    """

    kind: str
    title: str
    points: tuple[BoundPoint, ...]
