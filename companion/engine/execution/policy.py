"""How much one task may spend, and what an operator may change about it (ENG-036 to ENG-046)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class ExecutionPolicy(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The bounds of one task. No ceiling of ours is put on top of what an operator writes.

    Attributes:
        model_calls: Attempts to ask a model, failed ones too; 0 or more.
        tool_calls: Attempts to call a tool; 0 or more.
        steps: Attempts of both kinds together; at least 1.
        write_steps: Attempts of tools that write; 0 or more.
        input_bytes: UTF-8 bytes of prompt and input of one model call; at least 1.
        output_tokens: Tokens one model call may answer with; at least 1.
        total_tokens: Tokens of the whole task, see `Budget`; at least 1.
        ttl_millis: Deadline of the task, counted from when its request came; at least 1.
        model_timeout_millis: Deadline of one model call; not above `ttl_millis`.
        react_iterations: Rounds of one reasoning loop, its summary included; 0 switches it off.
    """

    model_calls: int = 2
    tool_calls: int = 4
    steps: int = 8
    write_steps: int = 2
    input_bytes: int = 32 * 1024
    output_tokens: int = 800
    total_tokens: int = 2 * (32 * 1024 + 800)
    ttl_millis: int = 14_500
    model_timeout_millis: int = 8_000
    react_iterations: int = 3

    @property
    def ttl_s(self) -> float:
        """Seconds a task may take from its request on."""
        return self.ttl_millis / 1000


FAST = ExecutionPolicy()
"""Of a feature that names none: decisions.md, G24."""

READ_ONLY = ExecutionPolicy(write_steps=0)
"""Fast, and may not write; what local routing may choose on its own."""

ROUTING = ExecutionPolicy(
    model_calls=1,
    tool_calls=0,
    steps=1,
    write_steps=0,
    output_tokens=512,
    total_tokens=32 * 1024 + 512,
    ttl_millis=8_000,
    model_timeout_millis=8_000,
    react_iterations=0,
)
"""Of finding the action (ENG-033)."""

REASONING = ExecutionPolicy(
    model_calls=4,
    tool_calls=6,
    steps=12,
    write_steps=0,
    total_tokens=4 * (32 * 1024 + 800),
    ttl_millis=60_000,
    model_timeout_millis=20_000,
)
"""Of `system:reasoning`: three rounds (REACT-005), and one call that routing may have spent."""

QUESTION = ExecutionPolicy(
    model_calls=6,
    tool_calls=9,
    steps=20,
    write_steps=0,
    total_tokens=6 * (32 * 1024 + 800),
    ttl_millis=90_000,
    model_timeout_millis=20_000,
    react_iterations=6,
)
"""Of `system:question` (KNOW-012)."""

ADVANCEMENT = ExecutionPolicy(ttl_millis=300_000, model_timeout_millis=20_000)
"""Of what an advancement sets off (ENG-049)."""

DEFAULTS: Mapping[str, ExecutionPolicy] = {
    "fast": FAST,
    "read_only": READ_ONLY,
    "routing": ROUTING,
    "reasoning": REASONING,
    "question": QUESTION,
    "advancement": ADVANCEMENT,
}
"""Every shipped policy by name."""

_MAY_BE_ZERO = {"model_calls", "tool_calls", "write_steps", "react_iterations"}
_FIELDS = {field.encode_name: field.name for field in msgspec.structs.fields(ExecutionPolicy)}


def merged(
    default: ExecutionPolicy, override: Mapping[str, object]
) -> tuple[ExecutionPolicy, tuple[str, ...]]:
    """Lay an operator's entry over a feature's own policy (G6).

    Args:
        default: What the feature came with.
        override: Fields by their name in the file, such as `modelCalls`.

    Returns:
        The policy, and a sentence for the log about each field that kept its default.
    """
    if not override:
        return default, ()
    faults: list[str] = []
    changes: dict[str, int] = {}
    for name, value in override.items():
        if fault := _fault(name, value):
            faults.append(fault)
        else:
            changes[_FIELDS[name]] = value  # type: ignore[assignment]
    policy = msgspec.structs.replace(default, **changes)
    if policy.model_timeout_millis > policy.ttl_millis:
        if "model_timeout_millis" in changes:
            faults.append("modelTimeoutMillis is above ttlMillis")
        policy = _within_ttl(policy, default)
    return policy, tuple(faults)


def _fault(name: str, value: object) -> str:
    if name not in _FIELDS:
        return f"{name} is no field of a policy"
    least = 0 if _FIELDS[name] in _MAY_BE_ZERO else 1
    if type(value) is not int:
        return f"{name} is not a whole number"
    return f"{name} is below {least}" if value < least else ""


def _within_ttl(policy: ExecutionPolicy, default: ExecutionPolicy) -> ExecutionPolicy:
    timeout = min(default.model_timeout_millis, policy.ttl_millis)
    return msgspec.structs.replace(policy, model_timeout_millis=timeout)


def check_default(name: str, policy: ExecutionPolicy) -> None:
    """Judge the policy that a module came with.

    Raises:
        ValueError: A field is out of its range.
    """
    fields = msgspec.to_builtins(policy)
    faults = [fault for field, value in fields.items() if (fault := _fault(field, value))]
    if policy.model_timeout_millis > policy.ttl_millis:
        faults.append("modelTimeoutMillis is above ttlMillis")
    if faults:
        raise ValueError(f"policy of {name}: {'; '.join(faults)}")
