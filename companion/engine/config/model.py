"""`system-model.json`: the model service and what it is told besides the words (SET-004)."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import msgspec

from companion.engine.config.kinds import (
    DEFAULT_KEY_VARIABLE,
    Milliseconds,
    Name,
    WebAddress,
)
from companion.engine.config.values import Config


class Thinking(enum.StrEnum):
    """Whether the model thinks before it answers; how that is said depends on the provider."""

    DEFAULT = "default"
    """Say nothing about it."""
    ON = "on"
    OFF = "off"


class ModelConfig(Config, frozen=True, kw_only=True, rename="camel"):
    """One service that speaks the Chat Completions format (ENG-084).

    Attributes:
        provider: Id that decides parameters of its own, such as `deepseek`.
        base_url: Address without `/chat/completions`.
        key_variable: Environment variable with the key; empty for a service without keys.
        temperature: 0 is the most predictable.
        parameters: Further fields of the request body, as the provider names them.
        timeout_millis: Of a connection; the call's own deadline is its policy's.
    """

    FILE_NAME: ClassVar[str] = "system-model.json"

    provider: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_-]{1,32}$(?!\n)")] = "deepseek"
    base_url: WebAddress = "https://api.deepseek.com"
    model: Name = "deepseek-flash"
    key_variable: Annotated[str, msgspec.Meta(pattern=r"^([A-Z][A-Z0-9_]{0,63})?$(?!\n)")] = (
        DEFAULT_KEY_VARIABLE
    )
    temperature: Annotated[float, msgspec.Meta(ge=0.0, le=2.0)] = 0.2
    thinking: Thinking = Thinking.OFF
    parameters: Mapping[str, Any] = {}
    timeout_millis: Milliseconds = 5_000
