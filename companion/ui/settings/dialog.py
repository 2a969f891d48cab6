"""The settings dialog."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from companion.client.hotkeys.keys import KEY_NAMES
from companion.language.translations import Translations
from companion.speech.providers import RECOGNIZERS, SYNTHESIZERS
from companion.support.errors import Failure
from companion.support.resources import LOCALES
from companion.support.secrets import Source
from companion.support.settings import Capture, Settings
from companion.ui.settings.form import Form
from companion.ui.settings.secret_fields import SecretFields
from companion.ui.theme import GRID

SIZE = (560, 640)


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """What the dialog shows.

    Attributes:
        writable: False when the settings file is broken and kept as it is.
        sources: Name of a secret to where it comes from; names that are missing are unknown yet.
    """

    settings: Settings
    writable: bool = True
    sources: Mapping[str, Source] = field(default_factory=dict)


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
        self._settings = page.settings
        self._texts = translations
        self._on_change = on_change
        self.setObjectName("settings_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translations.text("ui.settings.title"))
        self.resize(*SIZE)
        self._form = Form()
        self._secrets = SecretFields(translations, page.sources, on_secret)
        if not page.writable:
            self._form.note(translations.text("ui.settings.unwritable"), "waiting")
        self._general()
        self._speech()
        self._cloud()
        self._lay_out()

    @property
    def settings(self) -> Settings:
        """The values as they are shown now."""
        return self._settings

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

    def _general(self) -> None:
        form, text = self._form, self._texts.text
        form.heading(text("ui.settings.section.general"))
        languages = tuple((locale, text(f"ui.settings.language.{locale}")) for locale in LOCALES)
        self._choice("locale", "language", languages)
        form.pair(text("ui.settings.instance"), self._folder_row())
        self._choice("talk_key", "talk_key", tuple((name, name) for name in KEY_NAMES))
        reset_text = text("ui.settings.overlay.reset")
        reset = form.button("overlay_position", reset_text, self._reset_overlay)
        form.pair(text("ui.settings.overlay"), reset)

    def _speech(self) -> None:
        form, text = self._form, self._texts.text
        form.heading(text("ui.settings.section.speech"))
        self._choice("recognizer", "recognizer", self._providers("auto", *RECOGNIZERS))
        self._choice("synthesizer", "synthesizer", self._providers("auto", *SYNTHESIZERS, "none"))
        captures = tuple((c.value, text(f"ui.settings.capture.{c.value}")) for c in Capture)
        self._choice("capture", "capture", captures)
        form.switch(
            "send_on_release",
            text("ui.settings.send_on_release"),
            self._settings.send_on_release,
            lambda on: self._change(send_on_release=on),
        )
        form.slider(
            "volume",
            text("ui.settings.volume"),
            self._settings.volume,
            lambda volume: self._change(volume=volume),
        )

    def _cloud(self) -> None:
        form, text = self._form, self._texts.text
        form.heading(text("ui.settings.section.keys"))
        form.note(text("ui.settings.keys.note"))
        self._secrets.add_to(form)
        for name in ("nls_app_key", "nls_region", "qwen_model", "qwen_voice", "qwen_base_url"):
            self._text(name)

    def _providers(self, *names: str) -> tuple[tuple[str, str], ...]:
        return tuple((name, self._texts.text(f"ui.settings.provider.{name}")) for name in names)

    def _choice(self, name: str, label: str, options: tuple[tuple[str, str], ...]) -> None:
        self._form.choice(
            name,
            self._texts.text(f"ui.settings.{label}"),
            options,
            str(getattr(self._settings, name)),
            lambda value: self._change(**{name: value}),
        )

    def _text(self, name: str) -> None:
        self._form.text(
            name,
            self._texts.text(f"ui.settings.{name}"),
            getattr(self._settings, name),
            lambda value: self._change(**{name: value}),
        )

    def _folder_row(self) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * GRID)
        self._folder = self._form.text_field("instance", self._settings.instance, self._set_folder)
        self._folder.setAccessibleName(self._texts.text("ui.settings.instance"))
        self._folder.setPlaceholderText(self._texts.text("ui.settings.instance.hint"))
        choose = self._texts.text("ui.settings.instance.choose")
        browse = self._form.button("instance:browse", choose, self._browse)
        layout.addWidget(self._folder, 1)
        layout.addWidget(browse)
        return row

    def _set_folder(self, folder: str) -> None:
        self._change(instance=folder)

    def _browse(self) -> None:
        title = self._texts.text("ui.settings.instance")
        if chosen := QFileDialog.getExistingDirectory(self, title, self._folder.text()):
            self._folder.setText(chosen)
            self._set_folder(chosen)

    def _reset_overlay(self) -> None:
        self._change(overlay_position=(-1, -1))

    def _change(self, **values: Any) -> None:
        changed = msgspec.structs.replace(self._settings, **values)
        if changed != self._settings:
            self._settings = changed
            self._on_change(changed)

    def _lay_out(self) -> None:
        page = QWidget()
        page.setProperty("kind", "page")
        inner = QVBoxLayout(page)
        inner.setContentsMargins(5 * GRID, 4 * GRID, 5 * GRID, 5 * GRID)
        inner.addWidget(self._form)
        inner.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
