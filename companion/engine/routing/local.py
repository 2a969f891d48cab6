"""Local matching: which action a sentence is most like, and whether that is enough to choose it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.engine.answer import Call
from companion.engine.config.semantic import IndexLanguage
from companion.engine.routing.decision import NOTHING, AgentAction, Doubt, Scores
from companion.engine.routing.guard import is_complex
from companion.engine.routing.route import Route
from companion.engine.routing.sentences import Sentences
from companion.engine.routing.shared_index import index_of
from companion.engine.routing.slots import OPEN, IsKnown, is_place
from companion.language.lexical import MAX_TOKENS, Example, Match, gap
from companion.language.numbers import ordinal
from companion.language.sentences import VERBATIM
from companion.language.tokens import language_of
from companion.support.errors import CompanionError

logger = logging.getLogger(__name__)

NEAR = 0.20
"""How near an action must be to be offered as a candidate."""
PLACE = "place"
"""The slot that takes places in a list: "the second one"."""

HasAction = Callable[[str], bool]
"""Whether an action is enabled for the player; the one filter of all that is offered."""


class Thresholds(Protocol):
    """What a choice takes; `SemanticConfig` is one. Read anew for each request (SET-036)."""

    @property
    def similarity(self) -> float:
        """Least likeness."""
        ...

    @property
    def gap(self) -> float:
        """Least distance to the second best."""
        ...

    @property
    def coverage(self) -> float:
        """Least share of the words that the best action's examples know."""
        ...


@dataclass(frozen=True, slots=True)
class Measured:
    """The shipped thresholds; `SemanticConfig` says what they were measured on."""

    similarity: float = 0.50
    gap: float = 0.20
    coverage: float = 0.50


@dataclass(frozen=True, slots=True)
class LocalMatch:
    """What local matching found.

    Attributes:
        action: The best action with its arguments; None where it has none that hold.
        doubt: Why it may not be chosen; None when it may.
        near: Where it may not: read-only actions that are near, with arguments out of the words,
            nearest first.
    """

    action: AgentAction | None
    scores: Scores
    doubt: Doubt | None
    near: tuple[Call, ...] = ()


class LocalRouter:
    """The index over all actions' sentences. Immutable once built; any thread.

    Attributes:
        faults: An operator's sentences that are not used, and why.
    """

    def __init__(self, routes: Iterable[Route], sentences: Sentences) -> None:
        """Build the index.

        Raises:
            ValueError: The name of what is rejected is an action's.
        """
        self._routes = {route.action: route for route in routes}
        if clash := sorted(self._routes.keys() & sentences.rejected.keys()):
            raise ValueError(f"{clash[0]} is an action, so it cannot be rejected")
        self.faults = tuple(
            f"examples: nobody does {action}" for action in sentences.added.keys() - self._routes
        )
        for fault in self.faults:
            logger.warning("%s", fault)
        self._is_known: IsKnown = sentences.is_known or (lambda _: None)
        self._index = index_of(_examples(self._routes, sentences), sentences)

    def match(
        self, text: str, thresholds: Thresholds, has_action: HasAction = lambda _: True
    ) -> LocalMatch:
        """Compare a sentence with all examples; nothing runs."""
        heard = self._index.heard(text)
        bare = text[heard[0].start : heard[-1].end] if heard else text
        if (place := self._place(bare, has_action)) is not None:
            return LocalMatch(place, Scores(place.action, 1.0, 1.0, 1.0), None)
        ranked = self._index.rank(text, heard)
        if not ranked:
            is_long = len(heard) > MAX_TOKENS
            return LocalMatch(None, NOTHING, Doubt.COMPLEX if is_long else Doubt.UNFAMILIAR)
        ranked, is_strange = self._judged(ranked)
        best = ranked[0]
        name = best.label if best.label in self._routes else ""
        scores = Scores(name, best.similarity, gap(ranked), best.coverage)
        action = self._action(text, best)
        doubt = self._doubt(text, best, scores, thresholds, has_action)
        doubt = Doubt.UNKNOWN_NAME if doubt is None and is_strange else doubt
        if doubt is None and action is None:
            doubt = Doubt.MISSING_ARGUMENT
        near = () if doubt is None else self._near(text, ranked, has_action)
        return LocalMatch(action, scores, doubt, near)

    def extract(self, action: str, text: str) -> AgentAction | None:
        """An action with arguments out of this text and nothing else; None where it has none."""
        for match in self._index.rank(text):
            if match.label == action and (found := self._action(text, match)) is not None:
                return found
        return self._action(text, Match(action, {}, 0.0, 0.0, 0.0))

    def _doubt(
        self,
        text: str,
        best: Match,
        scores: Scores,
        least: Thresholds,
        has_action: HasAction,
    ) -> Doubt | None:
        route = self._routes.get(best.label)
        if route is None:
            return Doubt.UNFAMILIAR
        if scores.similarity < least.similarity:
            return Doubt.LOW_SCORE
        if scores.gap < least.gap:
            return Doubt.SMALL_GAP
        if scores.coverage < least.coverage:
            return Doubt.LOW_COVERAGE
        if best.nearest < VERBATIM and is_complex(text):
            return Doubt.COMPLEX
        if not has_action(route.action):
            return Doubt.NOT_AVAILABLE
        return None if route.is_direct else Doubt.NOT_DIRECT

    def _judged(self, ranked: tuple[Match, ...]) -> tuple[tuple[Match, ...], bool]:
        """What is left when a name was meant, and whether a name is none of the pack's.

        With one of the pack's names in it a sentence is about this game: then nothing that is
        rejected because of a name keeps it from being sure.
        """
        named = next((m for m in ranked if m.label in self._routes and _name_in(m)), None)
        known = self._is_known(_name_in(named)) if named else None
        if not known:
            return ranked, known is False and ranked[0] is named
        left = [m for m in ranked if m.label in self._routes or not _name_in(m)]
        sure = (m._replace(nearest=m.common) if _name_in(m) else m for m in left)
        return tuple(sorted(sure, key=lambda m: -m.similarity)), False

    def _near(self, text: str, ranked: Iterable[Match], has_action: HasAction) -> tuple[Call, ...]:
        found = (self._action(text, m) for m in ranked if m.similarity >= NEAR)
        return tuple(
            Call(action.action, {k: str(v) for k, v in action.arguments.items()})
            for action in found
            if action and has_action(action.action) and self._routes[action.action].is_read_only
        )

    def _place(self, text: str, has_action: HasAction) -> AgentAction | None:
        """The action for a text that is nothing but a place in a list: "number two"."""
        if not is_place(text):
            return None
        takers = (r for r in self._routes.values() if r.profile.slots.keys() == {PLACE})
        route = next((r for r in takers if r.is_direct and has_action(r.action)), None)
        if route is None:
            return None
        return self._action(text, Match(route.action, {PLACE: text}, 1.0, 1.0, 1.0))

    def _action(self, text: str, match: Match) -> AgentAction | None:
        """The action of a match; arguments come from the text alone (ROUTE-041)."""
        route = self._routes.get(match.label)
        if route is None:
            return None
        filled = _filled(route.profile.slots, match.slots)
        if filled is None:
            return None
        extracted = route.profile.extract(text) if route.profile.extract else {}
        if extracted is None:
            return None
        arguments = {**filled, **extracted}
        try:
            return AgentAction(route.action, route.read(arguments), arguments)
        except CompanionError:
            return None


def _examples(routes: Mapping[str, Route], sentences: Sentences) -> Iterator[Example]:
    for action, route in routes.items():
        for text in (*route.profile.sentences(), *sentences.added.get(action, ())):
            yield from _in_language(Example(action, text), sentences)
    for name, profile in sentences.rejected.items():
        for text in profile.sentences():
            yield from _in_language(Example(name, text), sentences)


def _in_language(example: Example, sentences: Sentences) -> Iterator[Example]:
    if sentences.language in (IndexLanguage.BOTH, language_of(example.text)):
        yield example


def _name_in(match: Match) -> str:
    """The name that a sentence gives, whatever it may be; "" for none."""
    return next((match.slots[slot] for slot in OPEN if slot in match.slots), "")


def _filled(slots: Mapping[str, str], words: Mapping[str, str]) -> Mapping[str, str] | None:
    """Arguments out of a sentence's slots; None when it lacks one or has another."""
    if words.keys() != slots.keys():
        return None
    return {
        argument: str(ordinal(words[slot])) if slot == PLACE else words[slot]
        for slot, argument in slots.items()
    }
