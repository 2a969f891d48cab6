"""A command below `/system`: what a module brings, and what `Administration` runs (MOD-065)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from companion.engine.access.identity import Executor
from companion.language.phrase import Phrase

Lines = tuple[Phrase, ...]
"""What the executor alone is told."""


@dataclass(frozen=True, slots=True)
class Order:
    """A command.

    Attributes:
        run: Judges who orders it, then does it; None where the words are a question after all. What
            it cannot do without more words is ORDER_INCOMPLETE.
        usage: How it is written: capitals are what one puts there, brackets may be left out.
        suggests: What may come next after these words; operators' names are theirs to see.
        for_all: Whether everybody has it.
        of_players: Whether only a player can give it, as it is about a companion of theirs.
    """

    run: Callable[[Executor, Sequence[str]], Awaitable[Lines | None]]
    usage: str
    suggests: Callable[[Sequence[str]], Sequence[str]] = lambda _: ()
    for_all: bool = False
    of_players: bool = False
