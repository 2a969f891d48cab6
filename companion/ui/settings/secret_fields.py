"""Fields for speech keys: typed unseen, handed on, never kept or shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QLineEdit

from companion.language.translations import Translations
from companion.support.errors import Failure
from companion.support.secrets import KNOWN, Source
from companion.ui.sentences import failure_sentence
from companion.ui.settings.form import Form
from companion.ui.words import Words


class SecretFields(QObject):
    """The keys that people type, and the button that stores them. GUI thread."""

    def __init__(
        self,
        translations: Translations,
        sources: Mapping[str, Source],
        on_secret: Callable[[str, str], None],
    ) -> None:
        super().__init__()
        self._texts = translations
        self._sources = dict(sources)
        self._on_secret = on_secret
        self._fields: dict[str, QLineEdit] = {}
        self._answer: Words

    def add_to(self, form: Form) -> None:
        """Put the fields into the form."""
        for name in KNOWN:
            field = QLineEdit()
            field.setEchoMode(QLineEdit.EchoMode.Password)
            self._fields[name] = field
            form.row(name, self._texts.text(f"ui.settings.secret.{name.lower()}"), field)
            self._show_source(name)
        save = self._texts.text("ui.settings.secret.save")
        form.pair("", form.button("save_secrets", save, self._save))
        self._answer = form.note("")
        self._answer.setObjectName("setting:secret_answer")

    def known(self, name: str, source: Source) -> None:
        """Show where a key comes from; what is typed stays."""
        self._sources[name] = source
        self._show_source(name)

    def stored(self, name: str, source: Source) -> None:
        """Say that a key was stored, and forget what was typed."""
        self.known(name, source)
        self._fields[name].clear()
        label = self._texts.text(f"ui.settings.secret.{name.lower()}")
        self._answer.say(f"{label}: {self._texts.text(f'keys.from.{source.value}')}", "muted")

    def locked(self, name: str, failure: Failure) -> None:
        """Show why it is not known where a key comes from; nothing was refused."""
        self._fields[name].setPlaceholderText(self._texts.text(f"keys.from.{failure.value}"))

    def refused(self, name: str, failure: Failure, detail: str) -> None:
        """Say why a key was not stored; what was typed stays to be tried again."""
        self._answer.say(failure_sentence(failure, detail or name, self._texts), "failed")

    def _show_source(self, name: str) -> None:
        if source := self._sources.get(name):
            self._fields[name].setPlaceholderText(self._texts.text(f"keys.from.{source.value}"))

    def _save(self) -> None:
        typed = {name: field.text().strip() for name, field in self._fields.items()}
        if any(typed.values()):
            self._answer.say(self._texts.text("ui.settings.secret.saving"), "muted")
        for name, value in typed.items():
            if value:
                self._on_secret(name, value)
