"""Bound nodes to widgets. A node type: its file beside this one, and one line in `WIDGETS`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from companion.cards.view import (
    BoundButtons,
    BoundChoices,
    BoundHeading,
    BoundItems,
    BoundNode,
    BoundQuestList,
    BoundText,
)
from companion.ui.cards.buttons import buttons_widget
from companion.ui.cards.choices import choices_widget
from companion.ui.cards.heading import heading_widget
from companion.ui.cards.items import items_widget
from companion.ui.cards.quest_list import quest_list_widget
from companion.ui.cards.scope import CardScope
from companion.ui.cards.text import text_widget

logger = logging.getLogger(__name__)

WIDGETS: Mapping[type[Any], Callable[[Any, CardScope], QWidget]] = {
    BoundText: text_widget,
    BoundHeading: heading_widget,
    BoundButtons: buttons_widget,
    BoundItems: items_widget,
    BoundQuestList: quest_list_widget,
    BoundChoices: choices_widget,
}


def node_widget(node: BoundNode, scope: CardScope) -> QWidget | None:
    """The widget of a node; None, and a line in the log, for a type nobody draws."""
    make = WIDGETS.get(type(node))
    if make is None:
        logger.warning("no widget for node %s", type(node).__name__)
        return None
    return make(node, scope)
