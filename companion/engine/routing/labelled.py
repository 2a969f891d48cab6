"""Local matching over any labelled sentences: the same index, thresholds and guard, no actions."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.routing.examples import ExampleFile, hearing_of
from companion.engine.routing.guard import is_complex
from companion.engine.routing.local import Thresholds
from companion.language.lexical import Example, LexicalIndex, gap
from companion.language.sentences import VERBATIM


class LabelledRouter:
    """Sentences to labels. Immutable once built; any thread."""

    def __init__(
        self,
        train: Iterable[tuple[str, str]],
        files: tuple[ExampleFile, ...],
        rejected: frozenset[str],
    ) -> None:
        """Build the index.

        Args:
            train: Text and label.
            files: Whose fillers and synonyms are used; what recognisers mishear is not.
            rejected: Labels that are never chosen.
        """
        self._rejected = rejected
        examples = (Example(label, text) for text, label in train)
        hearing = hearing_of(files, misheard=False)
        self._index = LexicalIndex(examples, hearing, loose=rejected)

    def label(self, text: str, thresholds: Thresholds) -> str:
        """The label that a text surely has; "" for none."""
        ranked = self._index.rank(text)
        if not ranked or ranked[0].label in self._rejected:
            return ""
        best = ranked[0]
        is_sure = (
            best.similarity >= thresholds.similarity
            and gap(ranked) >= thresholds.gap
            and best.coverage >= thresholds.coverage
        )
        return best.label if is_sure and not _refused(text, best.nearest) else ""


def _refused(text: str, nearest: float) -> bool:
    return nearest < VERBATIM and is_complex(text)
