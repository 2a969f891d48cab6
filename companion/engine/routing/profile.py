"""Example sentences of an action, and whether it asks to be chosen by them alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.engine.execution.workflow import Extract
from companion.language.tokens import language_of


@dataclass(frozen=True, slots=True)
class RoutingProfile:
    """Sentences, each in its own language; made by `read` or `hints`.

    Attributes:
        chinese, english: The sentences; one may hold one slot such as `{name}`.
        extract: Takes the arguments out of such a sentence; None for mere hints.
        slots: Slot of a sentence to the argument it fills, joined with what `extract` finds.
    """

    chinese: tuple[str, ...] = ()
    english: tuple[str, ...] = ()
    extract: Extract | None = None
    slots: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(
        cls,
        extract: Extract,
        chinese: tuple[str, ...],
        english: tuple[str, ...],
        slots: Mapping[str, str] | None = None,
    ) -> RoutingProfile:
        """Ask to be chosen by sentences alone; what else that takes, see `Route.is_direct`.

        Raises:
            ValueError: A sentence stands in the other language's list.
        """
        return cls(*_judged(chinese, english), extract, dict(slots or {}))

    @classmethod
    def hints(cls, chinese: tuple[str, ...], english: tuple[str, ...]) -> RoutingProfile:
        """Only say what an action is like: for the model, and against wrong choices.

        Raises:
            ValueError: A sentence stands in the other language's list.
        """
        return cls(*_judged(chinese, english))

    @property
    def wants_direct(self) -> bool:
        """Whether it asks to be chosen by sentences alone."""
        return self.extract is not None

    def sentences(self) -> Iterator[str]:
        """All sentences."""
        yield from self.chinese
        yield from self.english


NO_PROFILE = RoutingProfile()


def _judged(
    chinese: tuple[str, ...], english: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    for language, sentences in (("zh", chinese), ("en", english)):
        for sentence in sentences:
            if language_of(sentence) != language:
                raise ValueError(f"not a sentence in {language}: {sentence!r}")
    return tuple(chinese), tuple(english)
