"""Providers whose requests differ, one entry each; all others speak the plain format (ENG-072).

An entry's parameters go into requests to that provider and to no other. To add one: a line in
`PROVIDERS`, with its documentation and the date it was read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.config.model import Thinking

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Provider:
    """What is its own about a provider.

    Attributes:
        thinks: Request fields that switch thinking on.
        answers: Request fields that switch thinking off.
        output_field: The field that bounds the output.
        wants_thought: Whether thoughts go back with the function calls they led to.
        takes_temperature: False where many of its models refuse one.
    """

    thinks: Fields = field(default_factory=dict)
    answers: Fields = field(default_factory=dict)
    output_field: str = "max_tokens"
    wants_thought: bool = False
    takes_temperature: bool = True

    def thinking(self, choice: Thinking) -> Fields:
        """Request fields for a choice; none where nothing is to be said."""
        return {Thinking.ON: self.thinks, Thinking.OFF: self.answers}.get(choice, {})


PLAIN = Provider()

PROVIDERS: Mapping[str, Provider] = {
    # api-docs.deepseek.com, "Thinking Mode", November 2026: on unless switched off, and a request
    # with functions is refused when thoughts of earlier calls are missing from it.
    "deepseek": Provider(
        thinks={"thinking": {"type": "enabled"}},
        answers={"thinking": {"type": "disabled"}},
        wants_thought=True,
    ),
    # OpenAI itself: models that reason refuse the old bound and any temperature. For one that
    # takes it, `parameters` may say `"openai": {"temperature": 0.2}`.
    "openai": Provider(output_field="max_completion_tokens", takes_temperature=False),
    # DashScope's compatible mode, hybrid Qwen models.
    "qwen": Provider(thinks={"enable_thinking": True}, answers={"enable_thinking": False}),
    # Kimi K2.5 and K2.6; later models always think and ignore it.
    "kimi": Provider(
        thinks={"thinking": {"type": "enabled"}},
        answers={"thinking": {"type": "disabled"}},
        wants_thought=True,
    ),
    # vLLM and SGLang hand it to the model's own template.
    "vllm": Provider(
        thinks={"chat_template_kwargs": {"enable_thinking": True}},
        answers={"chat_template_kwargs": {"enable_thinking": False}},
    ),
}


def provider_of(name: str) -> Provider:
    """The entry of a provider; the plain format for one that has none."""
    return PROVIDERS.get(name, PLAIN)
