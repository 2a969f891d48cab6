"""What `bench knowledge` measures ours beside: SQLite's FTS5 and bm25s, each at its best.

English: FTS5 with its Porter stemmer, bm25s with Snowball and its stop words. Chinese: both get
characters two by two, cut beforehand and outside the measured time, since neither cuts Chinese.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from functools import partial

from companion.commands.bench.knowledge_data import cut

Search = Callable[[str], list[int]]
BEST = 5


def fts5(passages: Sequence[str], _: str) -> Search:
    """SQLite's full-text search, ranked by its BM25; any of the words will do."""
    database = sqlite3.connect(":memory:")
    database.execute("create virtual table told using fts5(text, tokenize='porter unicode61')")
    database.executemany("insert into told(rowid, text) values (?, ?)", enumerate(passages))
    ask = "select rowid from told where told match ? order by rank limit ?"

    def search(question: str) -> list[int]:
        any_of = " OR ".join(f'"{part}"' for part in cut(question).split())
        return [row[0] for row in database.execute(ask, (any_of, BEST))] if any_of else []

    return search


def bm25s(passages: Sequence[str], language: str) -> Search:
    """The library of that name.

    Raises:
        ImportError: It is not installed (extra `bench`).
    """
    import bm25s as library
    import Stemmer

    english = {"stopwords": "en", "stemmer": Stemmer.Stemmer("english")}
    how = english if language == "en" else {"stopwords": None, "token_pattern": r"\S+"}
    tokens = partial(library.tokenize, show_progress=False, **how)
    index = library.BM25()
    index.index(tokens(list(passages)), show_progress=False)

    def search(question: str) -> list[int]:
        told = question if language == "en" else cut(question)
        asked = tokens([told], return_ids=False)
        if not any(token in index.vocab_dict for token in asked[0]):
            return []
        places, _ = index.retrieve(asked, k=BEST, show_progress=False)
        return [int(place) for place in places[0]]

    return search
