"""Language, looks, and how the program starts and closes."""

from __future__ import annotations

from companion.cards.theme import theme_names
from companion.support.resources import LOCALES
from companion.ui.settings.deeds import Deeds
from companion.ui.settings.fields import Fields
from companion.ui.settings.form import Form


def fill(form: Form, fields: Fields, deeds: Deeds) -> None:
    """Put the rows into the form."""
    languages = tuple((locale, fields.words(f"language.{locale}")) for locale in LOCALES)
    fields.choice(form, "locale", languages)
    fields.named_choice(form, "theme", theme_names())
    fields.slider(form, "text_size", 80, 200)
    fields.switch(form, "reduced_motion")
    form.heading(fields.words("section.program"))
    fields.switch(form, "close_to_tray")
    form.switch("autostart", fields.words("autostart"), deeds.starts_with_system, deeds.autostart)
    form.note(fields.words("autostart.note"))
    form.pair(
        fields.words("first_start"),
        form.button("first_start", fields.words("first_start.open"), deeds.first_start),
    )
    form.pair(
        fields.words("export"), form.button("export", fields.words("export.choose"), deeds.export)
    )
    form.note(fields.words("export.note"))
