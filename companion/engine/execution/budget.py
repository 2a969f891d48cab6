"""What one task has spent of its policy; values and arithmetic only.

Tokens are counted twice. Before a call, pessimistically: each byte of input as one token, and all
of the output it may give. After it, what the service reported takes that reservation's place.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from companion.engine.execution.policy import ExecutionPolicy
from companion.support.errors import CompanionError, Failure


class Spent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is gone so far; stored with an event task, so that recovery goes on from it."""

    model_calls: int = 0
    tool_calls: int = 0
    steps: int = 0
    write_steps: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Reservation:
    """Tokens that a running model call may use.

    Attributes:
        tokens: Set aside in all.
        output_tokens: The most the call may answer with; sent to the service.
    """

    tokens: int
    output_tokens: int


NOTHING = Spent()


class Budget:
    """One task's purse. On the engine's loop; whoever gets the task next gets it too.

    Attributes:
        policy: The bounds.
        spent: What is gone.
        deadline: Monotonic second after which nothing may begin.
    """

    def __init__(self, policy: ExecutionPolicy, accepted_at: float, spent: Spent = NOTHING) -> None:
        self.policy = policy
        self.spent = spent
        self.deadline = accepted_at + policy.ttl_s

    @classmethod
    def carry_over(cls, policy: ExecutionPolicy, accepted_at: float, spent: Spent) -> Budget:
        """The purse of the chosen module, less the model calls and tokens of routing (ENG-034)."""
        calls = spent.model_calls
        return cls(policy, accepted_at, Spent(model_calls=calls, steps=calls, tokens=spent.tokens))

    def left_s(self, now: float) -> float:
        """Seconds until the deadline; negative after it."""
        return self.deadline - now

    def call_timeout_s(self, now: float) -> float:
        """Seconds that a model call begun now may take."""
        return max(0.0, min(self.policy.model_timeout_millis / 1000, self.left_s(now)))

    def check_deadline(self, now: float) -> None:
        """Refuse to begin anything after the deadline.

        Raises:
            CompanionError: DEADLINE_EXCEEDED.
        """
        if now >= self.deadline:
            raise CompanionError(Failure.DEADLINE_EXCEEDED, "the task's time is up")

    def take_model(self, input_bytes: int, output_tokens: int | None = None) -> Reservation:
        """Pay for one attempt to ask a model.

        Args:
            input_bytes: UTF-8 bytes of prompt and input.
            output_tokens: The most the caller wants back; the policy's bound when None.

        Raises:
            CompanionError: INPUT_TOO_LARGE, or BUDGET_EXHAUSTED; nothing is spent then.
        """
        policy, spent = self.policy, self.spent
        if input_bytes > policy.input_bytes:
            raise CompanionError(Failure.INPUT_TOO_LARGE, f"{input_bytes} bytes of input")
        output = min(output_tokens or policy.output_tokens, policy.output_tokens)
        reserved = input_bytes + output
        _need(spent.model_calls < policy.model_calls, "model calls")
        _need(spent.steps < policy.steps, "steps")
        _need(spent.tokens + reserved <= policy.total_tokens, "tokens")
        self.spent = msgspec.structs.replace(
            spent,
            model_calls=spent.model_calls + 1,
            steps=spent.steps + 1,
            tokens=spent.tokens + reserved,
        )
        return Reservation(reserved, output)

    def correct(self, reservation: Reservation, used_tokens: int) -> None:
        """Put what a call really used in the place of what was set aside for it."""
        tokens = max(0, self.spent.tokens - reservation.tokens + used_tokens)
        self.spent = msgspec.structs.replace(self.spent, tokens=tokens)

    def take_tool(self, *, writes: bool) -> None:
        """Pay for one attempt to call a tool.

        Raises:
            CompanionError: BUDGET_EXHAUSTED; nothing is spent then.
        """
        policy, spent = self.policy, self.spent
        _need(spent.tool_calls < policy.tool_calls, "tool calls")
        _need(spent.steps < policy.steps, "steps")
        _need(not writes or spent.write_steps < policy.write_steps, "write steps")
        self.spent = msgspec.structs.replace(
            spent,
            tool_calls=spent.tool_calls + 1,
            steps=spent.steps + 1,
            write_steps=spent.write_steps + int(writes),
        )


def _need(enough: bool, what: str) -> None:  # noqa: FBT001 - reads as a sentence where it is used
    if not enough:
        raise CompanionError(Failure.BUDGET_EXHAUSTED, f"no {what} left")
