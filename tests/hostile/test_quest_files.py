"""Quest files that nobody would write: whatever comes, a value or one kind of mistake.

Each run takes other examples, some 7,500 in all, so that fourteen runs have tried 100,000; one that
fails prints the line that repeats it. `COMPANION_FUZZ_EXAMPLES` sets how many each test tries, for
a machine that has time. `tests/data/quest_corpus` holds what the mutations start from; put a file
there that once broke a reader.
"""

from __future__ import annotations

import json
import math
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.games.ftbquests.progress import read_progress
from companion.games.snbt.content import Syntax, read_content
from companion.games.snbt.errors import SnbtError
from companion.games.snbt.reader import read_snbt

CHOSEN = os.environ.get("COMPANION_FUZZ_EXAMPLES")
MANY, SOME = int(CHOSEN or 2_000), int(CHOSEN or 500)
CORPUS = sorted((Path(__file__).parents[1] / "data" / "quest_corpus").iterdir())
FUZZ = settings(
    max_examples=MANY,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
    derandomize=False,  # Hypothesis takes the same examples in every run of a CI otherwise
    print_blob=True,
)
SLOW_FUZZ = settings(FUZZ, max_examples=SOME)

SIGNS = "{}[]\"':=,;\\/#&\n\t \u221e\ufeff0123456789abcdefILBnN.+-_xéa"
WORDS = st.text(st.sampled_from(SIGNS), max_size=40)
NUMBERS = st.integers(-(2**31), 2**31 - 1)
TEXTS = st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=12)
KEYS = st.text(st.sampled_from("abcXYZ019._-+"), min_size=1, max_size=8)
LEAVES = NUMBERS | TEXTS


def _trees(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return (
        st.dictionaries(KEYS, inner, max_size=4)
        | st.lists(NUMBERS, max_size=4)
        | st.lists(TEXTS, max_size=4)
        | st.lists(st.dictionaries(KEYS, inner, max_size=2), max_size=3)
    )


TREES = st.dictionaries(KEYS, st.recursive(LEAVES, _trees, max_leaves=12), max_size=5)


def written(value: object, separator: str) -> str:
    """A value as SNBT; what stands between entries is nothing the reader cares for."""
    if isinstance(value, dict):
        pairs = [f"{key}: {written(entry, separator)}" for key, entry in value.items()]
        return "{" + separator.join(pairs) + "}"
    if isinstance(value, list):
        return "[" + separator.join(written(entry, separator) for entry in value) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)


def judged(data: bytes, syntax: Syntax) -> dict[str, object] | None:
    """A compound; None for a mistake that says so. Anything else is a fault of the reader."""
    try:
        return read_content(data, syntax).value
    except SnbtError:
        return None


@SLOW_FUZZ
@given(TREES, st.sampled_from([",", "\n", " , ", ",\n\t", " "]))
def test_what_was_written_as_snbt_is_read_back(tree: dict[str, object], separator: str) -> None:
    assert read_snbt(written(tree, separator), mixed_lists=True) == tree


@SLOW_FUZZ
@given(TREES)
def test_what_was_written_as_json_is_read_back(tree: dict[str, object]) -> None:
    assert judged(json.dumps(tree).encode(), Syntax.JSON5) == tree


@FUZZ
@given(WORDS, st.sampled_from(Syntax))
def test_any_signs_are_a_value_or_a_mistake(text: str, syntax: Syntax) -> None:
    found = judged(("{" + text).encode(), syntax)
    assert found is None or isinstance(found, dict)


@FUZZ
@given(st.binary(max_size=60), st.sampled_from([b"", b"\x1f\x8b\x08", b"\x0a\x00\x00", b"x\x9c"]))
@example(b"\x01\x00\x01\x80", b"\x0a\x00\x00").via("a name that is not in UTF-8")
def test_any_bytes_are_a_value_or_a_mistake(data: bytes, start: bytes) -> None:
    found = judged(start + data, Syntax.SNBT)
    assert found is None or isinstance(found, dict)


@FUZZ
@given(st.sampled_from(CORPUS), st.data())
def test_a_damaged_file_is_a_value_or_a_mistake(path: Path, data: st.DataObject) -> None:
    text = path.read_bytes()
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 12))
    put = data.draw(st.binary(max_size=4) | WORDS.map(str.encode))
    damaged = text[:at] + put + text[at + cut :]
    syntax = Syntax.JSON5 if path.suffix == ".json5" else Syntax.SNBT
    found = judged(damaged, syntax)
    assert found is None or isinstance(found, dict)


@FUZZ
@given(st.sampled_from([p for p in CORPUS if p.stem == "progress"]), st.data())
def test_a_team_file_read_while_it_is_written_never_invents(
    path: Path, data: st.DataObject
) -> None:
    text = path.read_bytes()
    found = judged(text[: data.draw(st.integers(0, len(text)))], Syntax.JSON5)
    if found is not None:
        progress = read_progress(found, "1" * 32, "Alex")
        assert progress.completed <= {0x0A00000000000001}
        assert all(amount >= 0 for amount in progress.task_progress.values())


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_every_file_of_the_corpus_is_read(path: Path) -> None:
    syntax = Syntax.JSON5 if path.suffix == ".json5" else Syntax.SNBT
    found = judged(path.read_bytes(), syntax)
    assert found
    assert not any(isinstance(v, float) and math.isnan(v) for v in found.values())
