"""Bound nodes to widgets. A node type: its file beside this one, and one line in `WIDGETS`.

Another package adds its own with the entry point group `companion.card_widgets`: each entry point
names a function that is called once with `register`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from PySide6.QtWidgets import QWidget

from companion.cards.view import (
    BoundButtons,
    BoundChart,
    BoundChoices,
    BoundColumn,
    BoundDivider,
    BoundGrid,
    BoundHeading,
    BoundIcons,
    BoundImage,
    BoundItems,
    BoundItemSources,
    BoundList,
    BoundNode,
    BoundOffer,
    BoundPassages,
    BoundProgress,
    BoundQuestDetail,
    BoundQuestList,
    BoundSection,
    BoundSideBySide,
    BoundTable,
    BoundText,
)
from companion.ui.cards.buttons import buttons_widget
from companion.ui.cards.chart import chart_widget
from companion.ui.cards.choices import choices_widget
from companion.ui.cards.divider import divider_widget
from companion.ui.cards.grid import grid_widget
from companion.ui.cards.heading import heading_widget
from companion.ui.cards.icons import icons_widget
from companion.ui.cards.image import image_widget
from companion.ui.cards.item_sources import item_sources_widget
from companion.ui.cards.items import items_widget
from companion.ui.cards.layout import column_widget, row_widget
from companion.ui.cards.list import list_widget
from companion.ui.cards.offer_cell_content import offer_widget
from companion.ui.cards.passages import passages_widget
from companion.ui.cards.progress import progress_widget
from companion.ui.cards.quest_detail import quest_detail_widget
from companion.ui.cards.quest_list import quest_list_widget
from companion.ui.cards.scope import CardScope
from companion.ui.cards.section import section_widget
from companion.ui.cards.table import table_widget
from companion.ui.cards.text import text_widget

logger = logging.getLogger(__name__)

ENTRY_POINTS = "companion.card_widgets"

MakeWidget = Callable[[Any, CardScope], QWidget]

WIDGETS: dict[type[Any], MakeWidget] = {
    BoundText: text_widget,
    BoundHeading: heading_widget,
    BoundImage: image_widget,
    BoundDivider: divider_widget,
    BoundSideBySide: row_widget,
    BoundColumn: column_widget,
    BoundSection: section_widget,
    BoundButtons: buttons_widget,
    BoundItems: items_widget,
    BoundIcons: icons_widget,
    BoundGrid: grid_widget,
    BoundOffer: offer_widget,
    BoundList: list_widget,
    BoundTable: table_widget,
    BoundProgress: progress_widget,
    BoundQuestList: quest_list_widget,
    BoundQuestDetail: quest_detail_widget,
    BoundItemSources: item_sources_widget,
    BoundPassages: passages_widget,
    BoundChart: chart_widget,
    BoundChoices: choices_widget,
}


def register(bound: type[Any], make: MakeWidget) -> None:
    """Add the widget of an extension's node.

    Args:
        bound: What the node binds to, a kind of `BoundOther`.
        make: Called with the bound node and the card around it; GUI thread.

    Raises:
        ValueError: Somebody draws it already.
    """
    if bound in WIDGETS:
        raise ValueError(f"{bound.__name__} has a widget")
    WIDGETS[bound] = make


def node_widget(node: BoundNode, scope: CardScope) -> QWidget | None:
    """The widget of a node; None, and a line in the log, for a type nobody draws."""
    make = WIDGETS.get(type(node)) or _extended().get(type(node))
    if make is None:
        logger.warning("no widget for node %s", type(node).__name__)
        return None
    return make(node, scope)


@cache
def _extended() -> dict[type[Any], MakeWidget]:
    """What other packages add; one that fails costs its own widgets."""
    for point in entry_points(group=ENTRY_POINTS):
        try:
            point.load()(register)
        except Exception:
            logger.exception("card widgets of %s are not used", point.value)
    return WIDGETS
