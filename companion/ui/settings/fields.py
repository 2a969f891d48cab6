"""Rows for single settings: the name of a setting is its field's name and its text's key."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from PySide6.QtWidgets import QWidget

from companion.language.translations import Translations
from companion.support.settings import Settings
from companion.ui.settings.form import Form
from companion.ui.settings.order_list import OrderList

Options = tuple[tuple[str, str], ...]
"""Values, each with the words it is shown by."""


class Fields:
    """Keeps the values that are shown, and reports each change with all of them. GUI thread.

    Args:
        settings: The values to begin with.
        texts: Of the player's language.
        on_change: Told all settings after each change.
    """

    def __init__(
        self, settings: Settings, texts: Translations, on_change: Callable[[Settings], None]
    ) -> None:
        self.settings = settings
        self.texts = texts
        self._on_change = on_change

    def words(self, key: str, **values: str) -> str:
        """A text of the settings."""
        return self.texts.text(f"ui.settings.{key}", **values)

    def change(self, **values: Any) -> None:
        """Take changed values; nothing is told when they are as before."""
        changed = msgspec.structs.replace(self.settings, **values)
        if changed != self.settings:
            self.settings = changed
            self._on_change(changed)

    def choice(self, form: Form, name: str, options: Options) -> None:
        """A choice among values."""
        value = str(getattr(self.settings, name))
        form.choice(name, self.words(name), options, value, self._to(name))

    def named_choice(self, form: Form, name: str, values: Iterable[str]) -> None:
        """A choice whose words are `ui.settings.<name>.<value>`."""
        self.choice(form, name, tuple((v, self.words(f"{name}.{v}")) for v in map(str, values)))

    def free_choice(self, form: Form, name: str, suggested: Iterable[str], hint: str = "") -> None:
        """A text with suggestions."""
        value = str(getattr(self.settings, name))
        form.free_choice(name, self.words(name), tuple(suggested), value, self._to(name), hint)

    def line(self, form: Form, name: str) -> None:
        """A text."""
        form.text(name, self.words(name), getattr(self.settings, name), self._to(name))

    def switch(self, form: Form, name: str) -> None:
        """On or off."""
        form.switch(name, self.words(name), getattr(self.settings, name), self._to(name))

    def slider(self, form: Form, name: str, least: int = 0, most: int = 100) -> None:
        """A whole number that is felt rather than counted."""
        value = int(getattr(self.settings, name))
        form.slider(name, self.words(name), value, self._to(name), (least, most))

    def number(self, form: Form, name: str, least: float, most: float, step: float) -> None:
        """A number that is counted."""
        value = getattr(self.settings, name)
        kind = type(value)
        form.number(
            name,
            self.words(name),
            value,
            lambda given: self.change(**{name: kind(given)}),
            (least, most, step),
        )

    def order(self, form: Form, name: str, add: QWidget | None = None) -> OrderList:
        """Names, the first of which counts most."""
        order = OrderList(name, self.texts, getattr(self.settings, name), self._to(name), add)
        form.row(name, self.words(name), order)
        return order

    def _to(self, name: str) -> Callable[[Any], None]:
        return lambda value: self.change(**{name: value})
