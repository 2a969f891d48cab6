"""Weights of examples are worked out once, and taken from the cache folder after that."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from companion.engine.routing.kept_weights import MOST_KEPT, kept_weights
from companion.language.least_squares import Matrix
from companion.language.prototypes import Prototypes

WEIGHTS = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])


class Maker:
    """Counts how often it is asked."""

    def __init__(self, made: Matrix = WEIGHTS) -> None:
        self.made, self.times = made, 0

    def __call__(self) -> Matrix:
        self.times += 1
        return self.made


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path))
    return tmp_path / "routing"


def test_the_second_start_works_nothing_out(folder: Path) -> None:
    first, second = Maker(), Maker()
    kept_weights("a", (3, 2), first)
    again = kept_weights("a", (3, 2), second)
    assert (first.times, second.times) == (1, 0)
    assert np.array_equal(again, WEIGHTS)


BAD = {
    "cut": lambda good: good[: len(good) // 2],
    "empty": lambda good: b"",
    "something else": lambda good: b"PK\x03\x04" + good,
    "no numbers": lambda good: good[:-8] + np.array([np.nan]).tobytes(),
    "objects": lambda good: good.replace(b"<f8", b"|O8"),
}


@pytest.mark.parametrize("spoil", BAD.values(), ids=BAD)
def test_a_damaged_file_is_worked_out_again_and_mended(folder: Path, spoil) -> None:
    kept_weights("a", (3, 2), Maker())
    path = folder / "a.npy"
    path.write_bytes(spoil(path.read_bytes()))
    again, after = Maker(), Maker()
    assert np.array_equal(kept_weights("a", (3, 2), again), WEIGHTS)
    kept_weights("a", (3, 2), after)
    assert (again.times, after.times) == (1, 0)


def test_weights_of_another_shape_are_not_taken(folder: Path) -> None:
    kept_weights("a", (3, 2), Maker())
    other = Maker(np.zeros((2, 2)))
    assert kept_weights("a", (2, 2), other).shape == (2, 2)
    assert other.times == 1


def test_only_the_newest_few_are_kept(folder: Path) -> None:
    for number in range(MOST_KEPT + 3):
        kept_weights(f"k{number}", (3, 2), Maker())
        os.utime(folder / f"k{number}.npy", (number, number))
    assert len(list(folder.iterdir())) == MOST_KEPT


def test_without_a_folder_that_can_be_written_they_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path / "file"))
    assert np.array_equal(kept_weights("a", (3, 2), Maker()), WEIGHTS)


def keys(*, value: float = 0.6, label: int = 1, loose: frozenset[int] = frozenset()) -> str:
    found: list[str] = []

    def keep(key: str, shape: tuple[int, int], make) -> Matrix:
        found.append(key)
        return make()

    Prototypes([{0: value, 1: 0.8}, {1: 1.0}], [0, label], loose, keep)
    return found[0]


def test_other_examples_have_another_key() -> None:
    assert keys() == keys()
    others = {keys(value=0.5), keys(label=0), keys(loose=frozenset({1}))}
    assert len(others | {keys()}) == 4
