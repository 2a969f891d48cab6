"""What is said when words were not clear: candidates to choose from, never a guess that runs."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.answer import Answer, Call, said
from companion.engine.module import Action
from companion.engine.routing.commands import ROOT, BadCommand
from companion.language.numbers import LAST
from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.selection import Candidate, SelectionCard

MOST_CANDIDATES = 4


def clarified(
    nearest: Iterable[Call], suggested: tuple[Candidate, ...], actions: tuple[Action, ...]
) -> Answer:
    """Ask what was meant.

    Args:
        nearest: Calls that the words were close to, nearest first.
        suggested: What modules found in the words, such as quests of that name.
        actions: Every action; those that are shortcuts fill what is left (ROUTE-042).
    """
    by_id = {action.id: action for action in actions}
    close = [c for call in nearest if (c := _candidate(by_id[call.action], call))]
    shortcuts = [c for a in actions if a.shortcut and (c := _candidate(a, Call(a.id)))]
    named = suggested[: MOST_CANDIDATES - 1] if close else suggested
    candidates = _distinct((*named[:2], *close, *named[2:], *shortcuts))
    prompt = phrase("engine.choose.close" if close or suggested else "engine.choose.nothing")
    return Answer(prompt, card=SelectionCard(prompt, candidates, (prompt,)))


def corrected(bad: BadCommand) -> Answer:
    """Say what is wrong with a command."""
    if not bad.name:
        return said(phrase("engine.command.unknown"))
    if bad.name == f"/{ROOT}":
        return said(phrase("engine.command.operators"))
    key = "engine.command.argument" if bad.known else "engine.command.nearest"
    return said(phrase(key, name=bad.name))


def _candidate(action: Action, call: Call) -> Candidate | None:
    if not action.label:
        return None
    return Candidate(_label(action, call), ServerAction(call.action, dict(call.arguments)))


def _label(action: Action, call: Call) -> Phrase:
    name = next(iter(call.arguments.values()), "")
    if not name:
        return Phrase(key=action.label)
    if "place" in action.slots and name == str(LAST):
        return Phrase(key=f"{action.label}.last")
    return phrase(action.label, name=name)


def _distinct(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    found: list[Candidate] = []
    for candidate in candidates:
        if all(candidate.action != other.action for other in found):
            found.append(candidate)
    return tuple(found[:MOST_CANDIDATES])
