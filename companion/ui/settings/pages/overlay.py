"""Where answers reach the player during the game."""

from __future__ import annotations

from companion.client.hotkeys.keys import KEY_NAMES
from companion.support.settings import OverlayRoute
from companion.ui.settings.fields import Fields
from companion.ui.settings.form import Form


def fill(form: Form, fields: Fields) -> None:
    """Put the rows into the form."""
    fields.named_choice(form, "overlay_route", OverlayRoute)
    form.note(fields.words("overlay_route.note"))
    fields.free_choice(form, "overlay_key", KEY_NAMES, fields.words("overlay_key.hint"))
    reset = form.button(
        "overlay_position",
        fields.words("overlay.reset"),
        lambda: fields.change(overlay_position=(-1, -1), overlay_places={}),
    )
    form.pair(fields.words("overlay"), reset)
    form.heading(fields.words("section.notices"))
    fields.switch(form, "notice_sounds")
    fields.slider(form, "notice_volume")
    form.note(fields.words("notice_sounds.note"))
