"""Where requests go and with which key: one consistent set, read once a call (SET-035)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from companion.engine.config.model import ModelConfig
from companion.engine.models.failure import ModelError
from companion.support.errors import Failure

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


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
        ModelError: The address is none; there is no key, it is none, or it would travel in the
            open.
    """
    base_url = config.base_url.rstrip("/")
    is_private = _is_private(base_url)
    if not config.key_variable:
        return Account(base_url, "")
    key = environment.get(config.key_variable, "").strip()
    if not key:
        raise ModelError(Failure.MODEL_KEY_MISSING, config.key_variable)
    if not (key.isascii() and key.isprintable()):
        raise ModelError(Failure.MODEL_KEY_WRONG, "signs that no key has")
    if not is_private:
        raise ModelError(Failure.MODEL_SETTING_WRONG, "a key over plain http")
    return Account(base_url, key)


def _is_private(base_url: str) -> bool:
    """Whether nobody on the way can read what is sent.

    Raises:
        ModelError: It is no address.
    """
    try:
        parts = urlsplit(base_url)
        host, _ = parts.hostname, parts.port  # both are judged when they are looked at
    except ValueError as error:
        raise ModelError(Failure.MODEL_SETTING_WRONG, "baseUrl") from error
    if not host:
        raise ModelError(Failure.MODEL_SETTING_WRONG, "baseUrl")
    return parts.scheme == "https" or host in _LOOPBACK
