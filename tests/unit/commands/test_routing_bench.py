"""The routing bench: what it takes, what it counts, and what it says without its peer."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import pytest

from companion.commands.bench import routing
from companion.commands.bench.routing import Quality, quality
from companion.commands.bench.routing_data import Half, is_held_out, read_set

TRAIN = [
    ["switch the lamp on", "on"],
    ["lamp on", "on"],
    ["turn on the lamp", "on"],
    ["switch the lamp off", "off"],
    ["lamp off", "off"],
    ["turn off the lamp", "off"],
    ["sing a song about rain", "oos"],
]
TEST = [
    ["please turn on the lamp", "on"],
    ["turn the lamp off", "off"],
    ["gibberish entirely", "on"],
    ["sing a song", "oos"],
    ["nothing known", "oos"],
]


def write(folder: Path, value: object) -> Path:
    file = folder / "lamps.json"
    file.write_text(json.dumps(value), "utf-8")
    return file


def run(file: Path, half: Half = Half.ALL) -> dict[str, float | None]:
    figures = routing.figures(argparse.Namespace(data=file, half=half))
    return {figure.name: figure.value for figure in figures}


def test_a_labelled_file_is_measured(tmp_path: Path) -> None:
    found = run(write(tmp_path, {"train": TRAIN, "test": TEST}))
    assert found["lamps: routed"] == pytest.approx(2 / 3, abs=1e-4)
    assert (found["lamps: right of routed"], found["lamps: false routes on oos"]) == (1.0, 0.0)
    assert (found["lamps: query p95"] or 0) > 0


def test_without_the_peer_it_says_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    monkeypatch.setitem(sys.modules, "sklearn.feature_extraction.text", None)
    file = write(tmp_path, {"train": TRAIN, "test": TEST})
    figures = routing.figures(argparse.Namespace(data=file, half=Half.ALL))
    (peer,) = [f for f in figures if "scikit-learn" in f.name]
    assert (peer.value, peer.note.startswith("not measured")) == (None, True)


def test_a_file_without_train_is_held_against_the_shipped_sentences(tmp_path: Path) -> None:
    test = [["please show my quests", "system:quest_list"], ["whats the weather", "oos"]]
    found = run(write(tmp_path, {"test": test}))
    assert (found["lamps: routed"], found["lamps: false routes on oos"]) == (1.0, 0.0)


def test_sentences_that_are_shipped_examples_do_not_count(tmp_path: Path) -> None:
    test = [["Show my quests", "system:quest_list"], ["my missions please", "system:quest_list"]]
    figures = routing.figures(
        argparse.Namespace(data=write(tmp_path, {"test": test}), half=Half.ALL)
    )
    assert figures[0].note.startswith("1 sentences")
    assert "1 sentences that are examples themselves" in figures[0].note


@pytest.mark.parametrize(
    "value",
    [{}, [], {"test": [["a"]]}, {"test": [["a", 1]]}, {"test": [], "more": 1}],
    ids=["empty", "no object", "no label", "label is a number", "unknown key"],
)
def test_a_file_of_another_shape_is_refused_in_a_sentence(tmp_path: Path, value: object) -> None:
    with pytest.raises(SystemExit, match="companion bench routing"):
        run(write(tmp_path, value))


def test_a_missing_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="No such file"):
        run(tmp_path / "gone.json")


def test_the_halves_are_fixed_and_make_up_the_whole(tmp_path: Path) -> None:
    file = write(tmp_path, {"test": TEST})
    halves = [read_set(file, half).test for half in (Half.TUNING, Half.HELD_OUT)]
    assert sorted(sum(halves, ())) == sorted(map(tuple, TEST))
    assert [is_held_out(text) for text in ("show my quests", "查看任务")] == [True, False]


def test_shares_are_counted_apart() -> None:
    labelled = [("a", "x"), ("b", "x"), ("c", "y"), ("d", "oos"), ("e", "oos")]
    found = quality(labelled, ["x", "y", "", "x", ""])
    assert found == Quality(routed=2 / 3, right=0.5, false=0.5)
    assert quality([], []) == Quality(None, None, None)


def test_an_empty_set_is_no_crash(tmp_path: Path) -> None:
    found = run(write(tmp_path, {"train": TRAIN, "test": []}))
    assert found["lamps: routed"] is None
