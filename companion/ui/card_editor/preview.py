"""A template with sample cards, in all four variants."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from companion.cards.library import CardLibrary
from companion.cards.template import Template
from companion.cards.view import Variant
from companion.protocol.cards.catalog import CardData
from companion.support.errors import CardError
from companion.ui.card_pictures import card_stage, sample_view
from companion.ui.theme import GRID


class Preview(QScrollArea):
    """Draws what the writer would see; a broken template shows its fallback. GUI thread."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("editor:preview")
        self.setAccessibleName(name)
        self.setWidgetResizable(True)

    def show_card(
        self,
        data: CardData,
        library: CardLibrary,
        identifier: str,
        template: Template | CardError,
    ) -> None:
        """Draw a card with a template in the place of the shipped one.

        Args:
            data: The sample.
            library: Texts, and the other templates.
            identifier: Which template is edited.
            template: As it is now, or why it cannot be used.
        """
        edited = replace(library, templates={**library.templates, identifier: template})
        page = QWidget()
        column = QVBoxLayout(page)
        column.setSpacing(2 * GRID)
        for variant in Variant:
            title = QLabel(str(variant))
            column.addWidget(title)
            column.addWidget(card_stage(sample_view(data, edited, variant), edited))
        column.addStretch(1)
        self.setWidget(page)
