"""A template with a sample card, in the four variants; pages, categories and sections work."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from companion.cards.library import CardLibrary
from companion.cards.template import Template
from companion.cards.view import Variant
from companion.cards.view_state import CardViewState
from companion.language.translations import Translations
from companion.protocol.cards.catalog import CardData
from companion.support.errors import CardError
from companion.ui.card_editor.local_views import LocalCommands, LocalViews
from companion.ui.card_pictures import card_stage, sample_view
from companion.ui.cards.renderer import CardWidget
from companion.ui.look import LOOK_CHANGES, look
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words


@dataclass(frozen=True, slots=True)
class Previewed:
    """What is drawn.

    Attributes:
        data: The sample.
        library: Texts, and the other templates.
        template: As it is now, or why it cannot be used.
    """

    data: CardData
    library: CardLibrary
    template: Template | CardError

    @property
    def edited(self) -> CardLibrary:
        """The library with the template in the place of the one that the sample's card has."""
        name = self.data.build_card().template
        return replace(self.library, templates={**self.library.templates, name: self.template})


class Preview(QScrollArea):
    """Draws what a player would see; a broken template shows its fallback. GUI thread.

    It scrolls both ways, and stays where it was scrolled to while one writes.
    """

    def __init__(self, texts: Translations) -> None:
        super().__init__()
        self._text = texts.text
        self.setObjectName("editor:preview")
        self.setAccessibleName(self._text("ui.editor.preview"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setWidgetResizable(True)
        of_kind(self, "preview")
        self.views = LocalViews()
        self.variants: tuple[Variant, ...] = tuple(Variant)
        self._shown: Previewed | None = None
        self._wanted: Previewed | None = None
        self._is_drawing = False
        self._number = 0.0

    def show_card(self, shown: Previewed) -> None:
        """Draw a card in the variants that are looked at.

        Cards are measured amid events: what comes meanwhile is drawn when this one is.
        """
        self._wanted = shown
        if self._is_drawing:
            return
        self._is_drawing = True
        try:
            while (wanted := self._wanted) is not None:
                self._wanted = None
                self._draw(wanted)
        finally:
            self._is_drawing = False

    def _draw(self, shown: Previewed) -> None:
        self._shown, self._number = shown, look().scale
        across, down = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        page = QWidget()
        of_kind(page, "stage")
        column = QVBoxLayout(page)
        column.setSpacing(2 * GRID)
        for variant in self.variants:
            title = self._text(f"ui.editor.variant.{variant}")
            column.addWidget(Words(title, Style(Size.SMALL, "muted", bold=True)))
            column.addWidget(self._stage(shown, variant), 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.setWidget(page)
        self.horizontalScrollBar().setValue(across)
        self.verticalScrollBar().setValue(down)

    def look_at(self, variants: tuple[Variant, ...]) -> None:
        """Draw only these variants from now on."""
        self.variants = variants
        self._again()

    def changeEvent(self, event: QEvent) -> None:
        """Give cards the room they need in another text size."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES and self._number != look().scale:
            QTimer.singleShot(0, self, self._again)  # not amid the change itself

    def _again(self) -> None:
        if self._shown is not None:
            self.show_card(self._shown)

    def _stage(self, shown: Previewed, variant: Variant) -> QWidget:
        library = shown.edited

        def show(view: CardViewState) -> None:
            self.views.keep(variant, view)
            QTimer.singleShot(0, self, self._again)  # not amid the press itself

        commands = LocalCommands(lambda: self.views.of(variant), show)
        view = sample_view(shown.data, library, variant, self.views.of(variant))
        stage = card_stage(view, library, commands=commands)
        stage.setMinimumSize(stage.size())
        stage.setObjectName(f"preview:{variant}")
        return stage

    def cards(self) -> list[CardWidget]:
        """The cards that are drawn, in the order of the variants."""
        return self.findChildren(CardWidget)
