"""Node `item_sources`: where an item comes from, one category and page at a time."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QWidget

from companion.cards.view import BoundItemSources, BoundPlaceSource, Span
from companion.ui.cards.categories import CategoryBar
from companion.ui.cards.press_list import PressList
from companion.ui.cards.recipe import RecipePanel
from companion.ui.cards.row_entry import RowEntry
from companion.ui.cards.scope import CardScope
from companion.ui.cards.stack import column
from companion.ui.chip import Chip
from companion.ui.flow_layout import FlowLayout
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words


def item_sources_widget(node: BoundItemSources, scope: CardScope) -> QWidget:
    """Categories, what the one that is seen means, its entries, and what is left to say."""
    widget, layout = column(2 * GRID)
    if node.categories:
        layout.addWidget(CategoryBar(node.categories, scope))
    if node.description:
        layout.addWidget(Words(node.description, Style(Size.SMALL, "muted", max_lines=3)))
    if node.recipes:
        layout.addWidget(_recipes(node, scope))
    if node.places:
        layout.addWidget(_tags(node) if node.wraps else _places(node, scope))
    if node.hint:
        layout.addWidget(Words(node.hint, Style(Size.SMALL, "muted", max_lines=3)))
    return widget


def _recipes(node: BoundItemSources, scope: CardScope) -> QWidget:
    widget = QWidget()
    grid = QGridLayout(widget)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(2 * GRID)
    columns = max(1, node.columns)
    for place, recipe in enumerate(node.recipes):
        grid.addWidget(RecipePanel(recipe, scope), place // columns, place % columns)
    for place in range(columns):
        grid.setColumnStretch(place, 1)
    return widget


def _places(node: BoundItemSources, scope: CardScope) -> QWidget:
    widget = PressList(scope, scope.text("ui.list.places"))
    widget.show_entries([_place(place) for place in node.places], scope)
    return widget


def _place(place: BoundPlaceSource) -> RowEntry:
    below = " · ".join((place.id, *place.notes) if place.title != place.id else place.notes)
    said = ", ".join(part for part in (place.title, *place.notes) if part)
    return RowEntry(
        name=said,
        titles=((Span(place.title),),),
        bullet=True,
        below=((Span(below),),) if below else (),
        title_rows=2,
        below_rows=2,
        inset=False,
        tip=place.id,
    )


def _tags(node: BoundItemSources) -> QWidget:
    widget = QWidget()
    flow = FlowLayout(widget, spacing=GRID)
    for place in node.places:
        chip = Chip()
        chip.say(place.title)
        flow.addWidget(chip)
    return widget
