"""What a part of the client contributes to the interface: an entry, its page, words, actions.

Declarations only: registering twice gives equal contributions and changes nothing (CLIENT-023).
What a declaration does when it is used goes through `Doing`; whether it may be used is asked at
that moment (CLIENT-024).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.client.navigation import PageName
from companion.language.phrase import Phrase
from companion.protocol.responses import View


class Doing(Protocol):
    """What a callback may do."""

    def ask(self, text: str) -> None:
        """Say something to the engine, as if the player had typed it."""
        ...

    def draft(self, text: str) -> None:
        """Put words into the send box for the player to complete."""
        ...

    def invoke(self, action: str, arguments: Mapping[str, str]) -> None:
        """Have the engine do an action by its name."""
        ...

    def go(self, page: PageName, *, from_game: bool = False) -> None:
        """Show a page of the window."""
        ...

    def show(self, view: View) -> None:
        """Show the companion full or simple."""
        ...

    def dismiss(self) -> None:
        """Close the card in front."""
        ...

    def stop(self) -> None:
        """Stop what runs."""
        ...

    def forget(self) -> None:
        """Have the engine forget the conversation."""
        ...


Callback = Callable[[Doing], None]
LocalCallback = Callable[[Doing, Mapping[str, str]], None]


class Style(enum.StrEnum):
    """How an entry behaves in the workbench."""

    PAGE = "page"
    """Has a toolbar beneath the log; a second click folds it (CLIENT-043)."""
    INSTANT = "instant"
    """Acts at every click (CLIENT-044)."""
    SETTINGS = "settings"
    """Stands top right; acts at every click (CLIENT-041)."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A button on the toolbar of a module's page.

    Attributes:
        id: Unique within the page.
        label: Its words.
        run: What a click does.
        icon: Name of a line icon, or empty.
    """

    id: str
    label: Phrase
    run: Callback
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Workspace:
    """A module's page, declared: the interface loops over it and knows no feature (CLIENT-054).

    Attributes:
        title: Above the toolbar.
        lines: Words beneath the title.
        tools: Its buttons, in order.
    """

    title: Phrase
    lines: tuple[Phrase, ...] = ()
    tools: tuple[Tool, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkbenchEntry:
    """One entry of the workbench.

    Attributes:
        id: `namespace:path`, unique.
        label: Its words.
        icon: Name of a line icon.
        style: How it behaves.
        open: What opening it does; of a page each time it is opened.
        workspace: Only with PAGE.
        order: Higher first; a world's module with the same client id decides where there is one.
    """

    id: str
    label: Phrase
    icon: str
    style: Style
    open: Callback
    workspace: Workspace | None = None
    order: int = 0


@dataclass(frozen=True, slots=True)
class LocalCommand:
    """A command that the client carries out: typed in the box, no message leaves.

    Attributes:
        words: Its words, such as `("system", "settings")`; one word a place.
        does: What it does, for completion and help.
        run: What happens.
    """

    words: tuple[str, ...]
    does: Phrase
    run: Callback


@dataclass(frozen=True, slots=True)
class Contribution:
    """Everything one client module declares.

    Attributes:
        id: Of the client module; what `client` of a world's module names.
        is_resident: Whether it works without any world (CLIENT-033).
        entries: For the workbench.
        commands: For the send box.
        actions: Local card actions by `namespace:name`, which a card's button names. Each is given
            `target` of the button where it has one.
    """

    id: str
    is_resident: bool = False
    entries: tuple[WorkbenchEntry, ...] = ()
    commands: tuple[LocalCommand, ...] = ()
    actions: Mapping[str, LocalCallback] = field(default_factory=dict)


class ClientModule(Protocol):
    """A part of the client that contributes; extensions register theirs at start-up."""

    def register(self) -> Contribution:
        """Declare. Repeatable, without effects."""
        ...
