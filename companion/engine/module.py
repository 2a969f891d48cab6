"""What a module declares and what its handlers may use (a new module: see `registry.py`).

A module is data: actions with their typed input, the commands that reach them, the help lines that
name them. Handlers take their input and a `Turn` and return an `Answer`; they know no socket, no
card id and no other module.
"""

from __future__ import annotations

import enum
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

import msgspec

from companion.engine.answer import Answer, Call, Forward
from companion.engine.execution.workers import Workers
from companion.engine.quest_views.scene import Scene, SceneReader
from companion.protocol.cards.selection import Candidate
from companion.support.errors import CompanionError, Failure

P = ParamSpec("P")
T = TypeVar("T")

DEADLINE_S = 30.0
"""Of a request whose first reading of a huge quest book may take most of it."""


@dataclass(frozen=True, slots=True)
class HelpEntry:
    """A sentence that works.

    Attributes:
        say, does: Keys of the language resources.
        call: What choosing the line does.
    """

    say: str
    does: str
    call: Call


@dataclass(frozen=True, slots=True)
class Turn:
    """What a handler may use while it answers one request. On the engine's loop.

    Attributes:
        locale: Language of the player.
        numbered: Quests of the list whose numbers the player last saw, in order (QUEST-053).
        help: Help lines of every enabled module.
    """

    locale: str
    numbered: tuple[int, ...]
    help: tuple[HelpEntry, ...]
    scenes: SceneReader
    workers: Workers

    @property
    def language(self) -> str:
        """`zh` or `en`."""
        return "zh" if self.locale.startswith("zh") else "en"

    async def scene(self) -> Scene:
        """Book, progress and inventory as they are now.

        Raises:
            LinkError: The game's files cannot be read.
        """
        return await self.workers.run(self.scenes.read, self.locale)

    async def work(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run what takes more than a few milliseconds away from the loop."""
        return await self.workers.run(function, *args, **kwargs)


class ArgumentKind(enum.Enum):
    """What may follow a command; the client knows these kinds (ROUTE-036)."""

    NOTHING = "nothing"
    NUMBER = "number"
    TEXT = "text"
    """The rest of the line."""


@dataclass(frozen=True, slots=True)
class CommandWord:
    """A command, without its slash.

    Attributes:
        name: English name.
        aliases: Other names, English or Chinese.
        kind: What follows it.
        argument: Which argument of the action that is.
        does: Key of the help text.
    """

    name: str
    does: str
    aliases: tuple[str, ...] = ()
    kind: ArgumentKind = ArgumentKind.NOTHING
    argument: str = ""


Handler = Callable[[Any, Turn], Awaitable[Answer | Forward]]


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a player can ask for; read-only unless it says otherwise.

    Attributes:
        id: Identifier; also the label of its example sentences in `resources/routing`.
        input: Struct that judges the arguments; unknown ones are refused.
        run: The handler.
        command: The command that reaches it, if any.
        slots: Slot of an example sentence to the argument it fills.
        label: Key of its button among candidates; with a slot, `{name}` stands in it. Empty for
            what is never offered.
        shortcut: Whether it is offered when nothing was understood.
    """

    id: str
    input: type[msgspec.Struct]
    run: Handler
    command: CommandWord | None = None
    slots: Mapping[str, str] = field(default_factory=dict)
    label: str = ""
    shortcut: bool = False

    def read(self, call: Call) -> msgspec.Struct:
        """Judge a call's arguments.

        Raises:
            CompanionError: INVALID_INPUT.
        """
        try:
            return msgspec.convert(dict(call.arguments), self.input, strict=False)
        except msgspec.ValidationError as error:
            raise CompanionError(Failure.INVALID_INPUT, self.id) from error


Suggest = Callable[[str, Turn], Awaitable[tuple[Candidate, ...]]]


@dataclass(frozen=True, slots=True)
class Module:
    """A feature of the engine.

    Attributes:
        id: Identifier.
        actions: What it answers.
        help: What help says about it.
        suggest: Finds candidates of its own for words that no sentence fits.
    """

    id: str
    actions: tuple[Action, ...]
    help: tuple[HelpEntry, ...] = ()
    suggest: Suggest | None = None


class NoInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For actions without arguments."""
