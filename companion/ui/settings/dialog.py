"""The settings dialog: pages at the left, rows at the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from companion.language.translations import Translations
from companion.support.errors import Failure
from companion.support.secrets import Source
from companion.support.settings import Settings
from companion.ui.settings.deeds import Deeds
from companion.ui.settings.fields import Fields
from companion.ui.settings.form import Form
from companion.ui.settings.pages import costs, game, general, overlay, services, speech, talking
from companion.ui.settings.secret_fields import SecretFields
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, scaled
from companion.ui.words import Style, Words

SIZE = (800, 640)
PAGES = ("general", "talking", "speech", "keys", "services", "game", "overlay")
"""In the order in which they are listed."""
LIST_PX = 172


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """What the dialog shows.

    Attributes:
        writable: False when the settings file is broken and kept as it is.
        sources: Name of a secret to where it comes from; names that are missing are unknown yet.
        deeds: What can be done beside changing a value.
    """

    settings: Settings
    writable: bool = True
    sources: Mapping[str, Source] = field(default_factory=dict)
    deeds: Deeds = field(default_factory=Deeds)


class SettingsDialog(QDialog):
    """Every change is reported at once; the dialog keeps nothing. GUI thread.

    Args:
        page: The values.
        translations: Texts of the player's language.
        on_change: Called with all settings after each change.
        on_secret: Called with name and value of a key to be stored; returns at once. The answer
            comes by `secret_stored` or `secret_refused`.
    """

    def __init__(
        self,
        page: SettingsPage,
        translations: Translations,
        on_change: Callable[[Settings], None],
        on_secret: Callable[[str, str], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._fields = Fields(page.settings, translations, on_change)
        self.setObjectName("settings_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translations.text("ui.settings.title"))
        self.resize(*SIZE)
        self._secrets = SecretFields(translations, page.sources, on_secret)
        self._list = QListWidget()
        self._stack = QStackedWidget()
        self._fill(page.deeds)
        self._lay_out(page.writable)

    @property
    def settings(self) -> Settings:
        """The values as they are shown now."""
        return self._fields.settings

    def show_page(self, name: str) -> None:
        """Show one of PAGES."""
        self._list.setCurrentRow(PAGES.index(name))

    def devices_known(self, microphones: tuple[str, ...], speakers: tuple[str, ...]) -> None:
        """Which devices there are is known now."""
        self._microphones.offer(microphones)
        self._speakers.offer(speakers)

    def check_offered(self, price: str) -> None:
        """What the check will cost is known now."""
        self._check.offered(price)

    def check_told(self, answer: str, *, is_well: bool) -> None:
        """The check is over."""
        self._check.told(answer, is_well=is_well)

    def secret_known(self, name: str, source: Source) -> None:
        """Where a key comes from is known now."""
        self._secrets.known(name, source)

    def secret_stored(self, name: str, source: Source) -> None:
        """A key was stored."""
        self._secrets.stored(name, source)

    def secret_locked(self, name: str, failure: Failure) -> None:
        """Where a key comes from cannot be told, because the keyring does not answer."""
        self._secrets.locked(name, failure)

    def secret_refused(self, name: str, failure: Failure, detail: str = "") -> None:
        """A key was not stored; the sentence of the failure stands below the fields."""
        self._secrets.refused(name, failure, detail)

    def _fill(self, deeds: Deeds) -> None:
        forms = {name: self._add_page(name) for name in PAGES}
        general.fill(forms["general"], self._fields, deeds)
        self._microphones = talking.fill(forms["talking"], self._fields)
        self._speakers = speech.fill(forms["speech"], self._fields)
        self._check = costs.fill(forms["keys"], self._fields, self._secrets, deeds)
        services.fill(forms["services"], self._fields)
        game.fill(forms["game"], self._fields)
        overlay.fill(forms["overlay"], self._fields)

    def _add_page(self, name: str) -> Form:
        form, page, area = Form(), QWidget(), QScrollArea()
        page.setProperty("kind", "page")
        inner = QVBoxLayout(page)
        inner.setContentsMargins(5 * GRID, 4 * GRID, 5 * GRID, 5 * GRID)
        inner.addWidget(form)
        inner.addStretch(1)
        area.setObjectName(f"settings_page:{name}")
        area.setWidgetResizable(True)
        area.setWidget(page)
        self._stack.addWidget(area)
        self._list.addItem(self._fields.words(f"page.{name}"))
        return form

    def _lay_out(self, writable: bool) -> None:  # noqa: FBT001 - a value that is shown
        self._list.setObjectName("settings_pages")
        self._list.setAccessibleName(self._fields.words("pages"))
        self._list.setFixedWidth(scaled(LIST_PX))
        of_kind(self._list, "pages")
        self._list.currentRowChanged.connect(self._stack.setCurrentIndex)
        self._list.setCurrentRow(0)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self._list)
        row.addWidget(self._stack, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        if not writable:
            told = Words(self._fields.words("unwritable"), Style(token="waiting"))
            told.setContentsMargins(5 * GRID, 3 * GRID, 5 * GRID, 0)
            outer.addWidget(told)
        outer.addLayout(row, 1)
