"""Addresses, models and voices of each speech service, drawn from what its providers read."""

from __future__ import annotations

import enum

import msgspec
from msgspec.structs import FieldInfo

from companion.speech.abilities import HEARING, SPEAKING
from companion.support.settings import Settings
from companion.ui.settings.fields import Fields
from companion.ui.settings.form import Form

SERVICES = {
    "aliyun_nls": ("aliyun_nls",),
    "dashscope": ("dashscope", "qwen", "qwen_realtime", "qwen_audio"),
    "openai": ("openai",),
    "wyoming": ("wyoming",),
    "system": ("system",),
}
"""A service to the providers that use it; a provider without a line has one of its own."""
ELSEWHERE = frozenset({"speech_speed"})
"""Settings of voices that are no service's."""


def fill(form: Form, fields: Fields) -> None:
    """Put the rows into the form."""
    known = {field.name: field for field in msgspec.structs.fields(Settings)}
    form.note(fields.words("services.note"))
    for service, providers in _services().items():
        if names := settings_of(providers):
            form.heading(fields.words(f"provider.{service}"))
            for name in names:
                _add(form, fields, known[name])


def settings_of(providers: tuple[str, ...]) -> tuple[str, ...]:
    """Names of the settings that any of the providers reads, each once."""
    found: dict[str, None] = {}
    for provider in providers:
        for abilities in (HEARING.get(provider), SPEAKING.get(provider)):
            found |= dict.fromkeys(abilities.settings if abilities else ())
    return tuple(name for name in found if name not in ELSEWHERE)


def _services() -> dict[str, tuple[str, ...]]:
    grouped = {provider for providers in SERVICES.values() for provider in providers}
    others = [name for name in (*HEARING, *SPEAKING) if name not in grouped]
    return SERVICES | {name: (name,) for name in others}


def _add(form: Form, fields: Fields, one: FieldInfo) -> None:
    name, kind = one.name, one.type
    if isinstance(kind, type) and issubclass(kind, enum.StrEnum):
        fields.named_choice(form, name, kind)
    elif voices := _voices(name):
        fields.free_choice(form, name, voices)
    else:
        usual = (one.default,) if one.default else ()
        fields.free_choice(form, name, usual, fields.words("empty_is_none"))


def _voices(name: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for ability in SPEAKING.values():
        if ability.voice_setting == name:
            found |= dict.fromkeys(ability.voices)
    return tuple(found)
