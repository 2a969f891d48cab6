"""Where requests go and with which key: one consistent set, read once a call (SET-035)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engine.config.model import ModelConfig
from companion.engine.models.failure import ModelError
from companion.support.errors import Failure

_LOOPBACK = ("http://127.0.0.1:", "http://127.0.0.1/", "http://localhost:", "http://localhost/")


@dataclass(frozen=True, slots=True)
class Account:
    """An address and its key.

    Attributes:
        base_url: Without `/chat/completions`.
        key: Empty for a service without keys; never part of a text.
    """

    base_url: str
    key: str = field(repr=False)


def account_of(config: ModelConfig, environment: Mapping[str, str]) -> Account:
    """Find the key; it comes from the environment and from nowhere else (SET-038).

    Raises:
        ModelError: There is no key, it is none, or it would travel in the open.
    """
    base_url = config.base_url.rstrip("/")
    if not config.key_variable:
        return Account(base_url, "")
    key = environment.get(config.key_variable, "").strip()
    if not key:
        raise ModelError(Failure.MODEL_KEY_MISSING, config.key_variable)
    if not (key.isascii() and key.isprintable()):
        raise ModelError(Failure.MODEL_KEY_WRONG, "signs that no key has")
    if not (base_url.startswith("https://") or f"{base_url}/".startswith(_LOOPBACK)):
        raise ModelError(Failure.MODEL_SETTING_WRONG, "a key over plain http")
    return Account(base_url, key)
