"""The workbench as it is drawn now: which entries there are, where they stand, what is unfolded.

Pure. Permissions are looked up at each call, since they are never part of what was declared.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.client.contributions.cache import Bindings, Bound
from companion.client.contributions.contribution import Style, Workspace
from companion.client.contributions.permission import is_allowed
from companion.client.state import ClientState
from companion.language.phrase import Phrase


@dataclass(frozen=True, slots=True)
class EntryView:
    """One entry that is offered now.

    Attributes:
        workspace: The toolbar of its page; None where it has none.
    """

    id: str
    label: Phrase
    icon: str
    style: Style
    workspace: Workspace | None = None


@dataclass(frozen=True, slots=True)
class Workbench:
    """Left: entries without a heading, larger order first. Corner: settings, top right."""

    left: tuple[EntryView, ...] = ()
    corner: tuple[EntryView, ...] = ()

    def entry(self, name: str) -> EntryView | None:
        """An entry that is offered now."""
        return next((one for one in (*self.left, *self.corner) if one.id == name), None)


@dataclass(frozen=True, slots=True)
class Clicked:
    """What a click on an entry comes to.

    Attributes:
        unfolded: Id of the page whose toolbar is open from now on; empty for none.
        runs: Whether the entry's own action is to be done: send `orders.Enter`.
    """

    unfolded: str
    runs: bool


def workbench(bindings: Bindings, state: ClientState) -> Workbench:
    """What is offered at this moment."""
    views = [_view(bound) for bound in bindings.entries if is_allowed(bound, state.engine)]
    return Workbench(
        tuple(view for view in views if view.style is not Style.SETTINGS),
        tuple(view for view in views if view.style is Style.SETTINGS),
    )


def clicked(entry: EntryView, unfolded: str) -> Clicked:
    """What a click does: the page that is open folds; everything else does what it does.

    Args:
        entry: What was clicked.
        unfolded: Id of the page whose toolbar is open.
    """
    if entry.style is not Style.PAGE:
        return Clicked(unfolded, runs=True)
    if entry.id == unfolded:
        return Clicked("", runs=False)
    return Clicked(entry.id, runs=True)


def _view(bound: Bound) -> EntryView:
    entry = bound.entry
    return EntryView(entry.id, entry.label, entry.icon, entry.style, entry.workspace)
