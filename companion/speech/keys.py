"""What provider factories need of settings and keys. Blocks on the keyring."""

from __future__ import annotations

from collections.abc import Mapping

from companion.speech.ledger.meter import FREE, Meter
from companion.speech.ledger.sources import is_local
from companion.support.errors import Failure, SynthesisError
from companion.support.secrets import (
    ALIYUN_AK_ID,
    ALIYUN_AK_SECRET,
    DASHSCOPE_API_KEY,
    SPEECH_OPENAI_KEY,
    Secrets,
)
from companion.support.settings import Settings

NLS_APP_KEY = "nls_app_key"
"""The setting that names the NLS project; it is missed like a key, though it is no secret."""


def first_language(settings: Settings) -> str:
    """The language that offline models are loaded for."""
    return "zh" if settings.locale.startswith("zh") else "en"


def nls_keys(settings: Settings, secrets: Secrets) -> dict[str, str]:
    """What NLS needs, by name; empty values are missing."""
    keys = {name: secrets.get(name) or "" for name in (ALIYUN_AK_ID, ALIYUN_AK_SECRET)}
    return keys | {NLS_APP_KEY: settings.nls_app_key.strip()}


def dashscope_keys(settings: Settings, secrets: Secrets) -> dict[str, str]:
    """What DashScope needs, by name."""
    return {DASHSCOPE_API_KEY: secrets.get(DASHSCOPE_API_KEY) or ""}


def dashscope_key(settings: Settings, secrets: Secrets) -> str:
    """The key of DashScope.

    Raises:
        SynthesisError: SPEECH_KEYS_MISSING.
    """
    keys = dashscope_keys(settings, secrets)
    if lacking := missing(keys):
        raise SynthesisError(Failure.SPEECH_KEYS_MISSING, lacking)
    return keys[DASHSCOPE_API_KEY]


def openai_missing(settings: Settings, secrets: Secrets) -> str:
    """A server on this computer asks for no key."""
    if is_local(settings.openai_base_url) or secrets.get(SPEECH_OPENAI_KEY):
        return ""
    return SPEECH_OPENAI_KEY


def meter_of(address: str, meter: Meter) -> Meter:
    """Nobody sends a bill from this computer."""
    return FREE if is_local(address) else meter


def missing(keys: Mapping[str, str]) -> str:
    """The names whose values are empty."""
    return ", ".join(name for name, value in keys.items() if not value)
