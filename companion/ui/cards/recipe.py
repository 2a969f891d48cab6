"""One way to make an item: station, grid of ingredients, arrow, result."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from companion.cards.item_text import item_name
from companion.cards.view import BoundRecipe, BoundSlot
from companion.ui.cards.item_tile import ItemTile, spoken_name
from companion.ui.cards.scope import CardScope
from companion.ui.cards.slot_button import EmptySlot, SlotButton
from companion.ui.cards.stack import line
from companion.ui.flow_layout import FlowLayout
from companion.ui.icons import IconMark
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

SLOT_PX = 32
OUTPUT_PX = 48
STATION_PX = 24


class RecipePanel(QFrame):
    """A recipe in a frame of its own. GUI thread."""

    def __init__(self, recipe: BoundRecipe, scope: CardScope) -> None:
        super().__init__()
        of_kind(self, "inset")
        self.setObjectName("recipe")
        self.setAccessibleName(recipe_words(recipe, scope))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(3 * GRID, 2 * GRID, 3 * GRID, 3 * GRID)
        layout.setSpacing(2 * GRID)
        layout.addWidget(_title(recipe, scope))
        layout.addWidget(_body(recipe, scope))
        for note in recipe.notes:
            layout.addWidget(Words(note, Style(Size.CAPTION, "muted", max_lines=3)))
        layout.addStretch(1)


def recipe_words(recipe: BoundRecipe, scope: CardScope) -> str:
    """A recipe as a screen reader says it: what is made of what."""
    comma, texts = scope.text("ui.comma"), scope.translations
    made = comma.join(spoken_name(slot.item, texts) for slot in recipe.outputs)
    counts: dict[str, int] = {}
    for slot in recipe.inputs:
        if slot is not None:
            name = item_name(slot.item, texts)
            counts[name] = counts.get(name, 0) + max(1, slot.item.count)
    parts = [f"{count} {name}" if count > 1 else name for name, count in counts.items()]
    inputs = comma.join(parts)
    return scope.text("ui.recipe", title=recipe.title, made=made, inputs=inputs)


def _title(recipe: BoundRecipe, scope: CardScope) -> QWidget:
    widget, layout = line(2 * GRID)
    if recipe.station is not None:
        layout.addWidget(ItemTile(recipe.station, scope, STATION_PX))
    layout.addWidget(Words(recipe.title, Style(Size.SMALL, "muted", bold=True, max_lines=1)), 1)
    return widget


def _body(recipe: BoundRecipe, scope: CardScope) -> QWidget:
    widget, layout = line(3 * GRID)
    layout.addWidget(_inputs(recipe, scope), 0 if recipe.width else 1)
    layout.addWidget(IconMark("arrow", "muted", 20), 0, Qt.AlignmentFlag.AlignVCenter)
    for slot in recipe.outputs:
        layout.addWidget(_slot(slot, OUTPUT_PX, scope), 0, Qt.AlignmentFlag.AlignVCenter)
    layout.addStretch(1)
    return widget


def _inputs(recipe: BoundRecipe, scope: CardScope) -> QWidget:
    widget = QWidget()
    if recipe.width <= 0:
        flow = FlowLayout(widget, spacing=GRID)
        for slot in recipe.inputs:
            flow.addWidget(_slot(slot, SLOT_PX, scope))
        return widget
    grid = QGridLayout(widget)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(2)
    for place, slot in enumerate(recipe.inputs):
        row, column = divmod(place, recipe.width)
        where = scope.text("ui.recipe.place", row=str(row + 1), column=str(column + 1))
        grid.addWidget(_slot(slot, SLOT_PX, scope, where), row, column)
    return widget


def _slot(slot: BoundSlot | None, side: int, scope: CardScope, where: str = "") -> QWidget:
    return EmptySlot(side) if slot is None else SlotButton(slot, side, scope, where)
