"""The talk key, the microphone, and talking without a key."""

from __future__ import annotations

from companion.client.bindings import BINDINGS
from companion.client.hotkeys.keys import KEY_NAMES
from companion.speech.wake import WORDS
from companion.support.settings import Capture, TalkMode
from companion.ui.settings.fields import Fields
from companion.ui.settings.form import Form
from companion.ui.settings.order_list import OrderList
from companion.ui.words import Words


def fill(form: Form, fields: Fields) -> OrderList:
    """Put the rows into the form; returns the list of microphones, to be told which there are."""
    fields.free_choice(form, "talk_key", KEY_NAMES)
    form.note(fields.words("talk_key.note"))
    fields.named_choice(form, "talk_mode", TalkMode)
    fields.switch(form, "send_on_release")
    form.heading(fields.words("section.microphone"))
    fields.named_choice(form, "capture", Capture)
    microphones = fields.order(form, "microphones")
    form.note(fields.words("devices.note"))
    form.heading(fields.words("section.hands_free"))
    fields.switch(form, "hands_free")
    words = (("", fields.words("wake_word.none")), *((word, _said(word)) for word in WORDS))
    fields.choice(form, "wake_word", words)
    form.note(fields.words("hands_free.note"))
    _list_bindings(form, fields)
    return microphones


def _list_bindings(form: Form, fields: Fields) -> None:
    """Every key that is listened to, with the usual one (CLIENT-055)."""
    form.heading(fields.words("section.bindings"))
    none = fields.words("binding.none")
    for one in BINDINGS:
        usual = fields.words("binding.usual", usual=one.usual or none)
        key = one.key(fields.settings) or none
        words = Words(f"{key} · {usual}" if one.is_chosen else key)
        words.setObjectName(f"binding:{one.name}")
        form.pair(fields.texts.text(f"client.binding.{one.name}"), words)


def _said(word: str) -> str:
    return word.replace("_", " ").title()
