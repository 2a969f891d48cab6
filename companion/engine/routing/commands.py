"""Explicit commands: `/quests`, `/open 2`, `/任务`; one tree for parsing, help and completion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import assert_never

from companion.engine.answer import Call
from companion.engine.module import Action, ArgumentKind, CommandWord
from companion.language.numbers import ordinal
from companion.language.phrase import phrase
from companion.language.similarity import likeness
from companion.language.tokens import language_of
from companion.protocol.limits import COMMAND_MARKS
from companion.protocol.responses import Command

NEAREST = 0.5


@dataclass(frozen=True, slots=True)
class BadCommand:
    """A command that cannot run; the model is never asked about it (ROUTE-031, ROUTE-032).

    Attributes:
        name: The command that was meant, with its slash; empty when nothing is near.
        known: Whether the command exists and only its argument is wrong.
    """

    name: str
    known: bool


class CommandTree:
    """Names and aliases to actions; immutable once built."""

    def __init__(self, actions: Iterable[Action]) -> None:
        """Build the tree.

        Raises:
            ValueError: Two commands share a name (ROUTE-029).
        """
        self._entries: dict[str, tuple[CommandWord, str]] = {}
        for action in actions:
            if action.command:
                self._add(action.command, action.id)

    def parse(self, text: str) -> Call | BadCommand | None:
        """Read a command; None for text that is none. English names ignore case."""
        stripped = text.strip()
        if not stripped.startswith(COMMAND_MARKS):
            return None
        name, rest = (*stripped[1:].split(maxsplit=1), "", "")[:2]
        entry = self._entries.get(name.casefold())
        if entry is None:
            return BadCommand(self._nearest(name), known=False)
        word, action = entry
        arguments = _arguments(word, rest)
        if arguments is None:
            return BadCommand(f"/{word.name}", known=True)
        return Call(action, arguments)

    def listed(self, locale: str) -> tuple[Command, ...]:
        """What the input box completes; Chinese names first where Chinese is read."""
        words = dict.fromkeys(word for word, _ in self._entries.values())
        commands = [Command(f"/{word.name}", phrase(word.does)) for word in words]
        if locale.startswith("zh"):
            chinese = ((word, _chinese(word)) for word in words)
            commands = [Command(f"/{name}", phrase(w.does)) for w, name in chinese if name] + (
                commands
            )
        return tuple(commands)

    def _add(self, word: CommandWord, action: str) -> None:
        for name in (word.name, *word.aliases):
            if name.casefold() in self._entries:
                raise ValueError(f"two commands are named {name}")
            self._entries[name.casefold()] = (word, action)

    def _nearest(self, name: str) -> str:
        near = [(likeness(name, known, language_of(known)), known) for known in self._entries]
        score, known = max(near, default=(0.0, ""))
        return f"/{known}" if score >= NEAREST else ""


def _chinese(word: CommandWord) -> str:
    return next((alias for alias in word.aliases if language_of(alias) == "zh"), "")


def _arguments(word: CommandWord, rest: str) -> Mapping[str, str] | None:
    match word.kind:
        case ArgumentKind.NOTHING:
            return None if rest else {}
        case ArgumentKind.TEXT:
            return {word.argument: rest} if rest else None
        case ArgumentKind.NUMBER:
            place = ordinal(rest)
            return None if place is None else {word.argument: str(place)}
        case _:
            assert_never(word.kind)
