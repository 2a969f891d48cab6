"""The peer: scikit-learn's TF-IDF over the same texts, and the cosine to the nearest example."""

from __future__ import annotations

from collections.abc import Sequence

from companion.commands.bench.routing_data import Labelled


class Peer:
    """A pipeline as its manual shows it: words and pairs of words, a Chinese character a word."""

    def __init__(self, train: Sequence[Labelled]) -> None:
        """Fit.

        Raises:
            ImportError: scikit-learn is not installed (extra `bench`).
        """
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.metrics.pairwise import cosine_similarity

        pattern = r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+"
        self._vectorizer = TfidfVectorizer(token_pattern=pattern, ngram_range=(1, 2))
        self._examples = self._vectorizer.fit_transform([text for text, _ in train])
        self._labels = [label for _, label in train]
        self._cosine = cosine_similarity

    def best(self, text: str) -> tuple[str, float]:
        """Label of the nearest example, and its cosine."""
        cosines = self._cosine(self._vectorizer.transform([text]), self._examples)[0]
        nearest = int(cosines.argmax())
        return self._labels[nearest], float(cosines[nearest])
