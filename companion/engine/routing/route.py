"""An action as routing sees it: one declaration for commands, matching, model, help and buttons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec

from companion.engine.execution.selection import Selection
from companion.engine.module import Action, ArgumentKind, CommandWord
from companion.engine.routing.command import AgentCommand
from companion.engine.routing.examples import ExampleFile
from companion.engine.routing.profile import NO_PROFILE, RoutingProfile
from companion.language.tokens import language_of
from companion.support.errors import CompanionError, Failure


@dataclass(frozen=True, slots=True)
class Route:
    """How one action is reached.

    Attributes:
        action: Identifier.
        input: Struct that judges the arguments, wherever they come from (ROUTE-055).
        description: For the model.
        profile: Example sentences.
        selection: Who may choose it.
        interactive: A player may ask for it.
        write_steps: Write budget of its policy.
        has_writing_tools: Whether a tool it may call writes.
        commands: Its commands.
        shortcut: Key of its button when nothing was understood; "" for none.
        choice: Key of its button among candidates, `{name}` in it is its argument; "" for never.
    """

    action: str
    input: type[msgspec.Struct]
    description: str = ""
    profile: RoutingProfile = NO_PROFILE
    selection: Selection = Selection.NORMAL
    interactive: bool = True
    write_steps: int = 0
    has_writing_tools: bool = False
    commands: tuple[AgentCommand, ...] = ()
    shortcut: str = ""
    choice: str = ""

    @property
    def is_read_only(self) -> bool:
        """Whether neither its budget nor a tool lets it write."""
        return self.write_steps == 0 and not self.has_writing_tools

    @property
    def is_direct(self) -> bool:
        """Whether sentences alone may choose it (ROUTE-010)."""
        is_open = self.interactive and self.selection is Selection.NORMAL
        return is_open and self.is_read_only and self.profile.wants_direct

    @property
    def for_models(self) -> bool:
        """Whether a model may choose it (ROUTE-021)."""
        return self.interactive and self.selection is not Selection.STRUCTURED_ONLY

    def read(self, arguments: Mapping[str, object], *, lax: bool = True) -> msgspec.Struct:
        """Judge arguments.

        Args:
            arguments: As they came.
            lax: Whether numbers may come as text, as from commands, sentences and buttons.

        Raises:
            CompanionError: INVALID_INPUT.
        """
        try:
            given = msgspec.convert(dict(arguments), self.input, strict=not lax)
        except (msgspec.ValidationError, RecursionError) as error:
            raise CompanionError(Failure.INVALID_INPUT, self.action) from error
        assert isinstance(given, msgspec.Struct)
        return given


def routes_of(actions: Iterable[Action], files: tuple[ExampleFile, ...]) -> tuple[Route, ...]:
    """Declared actions with the shipped sentences as routes."""
    return tuple(_route(action, files) for action in actions)


def _route(action: Action, files: tuple[ExampleFile, ...]) -> Route:
    sentences = [s for file in files for s in file.examples.get(action.id, ())]
    profile = RoutingProfile.read(
        action.extract,
        tuple(s for s in sentences if language_of(s) == "zh"),
        tuple(s for s in sentences if language_of(s) == "en"),
        action.slots,
    )
    return Route(
        action.id,
        action.input,
        action.description,
        profile,
        action.selection,
        write_steps=action.policy.write_steps,
        commands=(_command(action.id, action.command),) if action.command else (),
        shortcut=action.label if action.shortcut else "",
        choice=action.label,
    )


def _command(action: str, word: CommandWord) -> AgentCommand:
    names = (word.name, *word.aliases)
    match word.kind:
        case ArgumentKind.NOTHING:
            return AgentCommand.literal(action, word.does, *names)
        case ArgumentKind.TEXT:
            return AgentCommand.argument(action, word.does, f"<{word.argument}>", *names)
        case ArgumentKind.OPTIONAL_TEXT:
            return AgentCommand.argument(action, word.does, f"[{word.argument}]", *names)
        case ArgumentKind.NUMBER:
            return AgentCommand.number(action, word.does, f"<{word.argument}>", *names)
