"""The SNBT reader against FTB Library's grammar."""

from __future__ import annotations

import contextlib
import json
import math
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games.snbt import reader
from companion.games.snbt.errors import MixedListError, SnbtError
from companion.games.snbt.reader import MAX_DEPTH, read_snbt
from tests.helpers.steps import calls_for

_CASES = Path(__file__).parents[3] / "data" / "snbt_cases.json"
"""Texts, and what the game's own parser made of them."""

READ_AS = {
    "newlines separate": ("{a:1\nb:2}", {"a": 1, "b": 2}),
    "nothing separates": ('{"a":1"b":2}', {"a": 1, "b": 2}),
    "a trailing comma is skipped": ("{a:{b:1},}", {"a": {"b": 1}}),
    "compounds touch in a list": ("{a:[{x:1}{x:2}]}", {"a": [{"x": 1}, {"x": 2}]}),
    "equals sign": ("{a=1}", {"a": 1}),
    "dotted keys are bare": ("{quest.0F.title: 'x'}", {"quest.0F.title": "x"}),
    "a key is never a number": ("{1234567890123E45: 1}", {"1234567890123E45": 1}),
    "single quotes": ("{a:'say \"hi\"'}", {"a": 'say "hi"'}),
    "byte": ("{a:7B}", {"a": 7}),
    "long": ("{a:2884263910044023563L}", {"a": 2884263910044023563}),
    "double with letter": ("{a:1.5d}", {"a": 1.5}),
    "exponent": ("{a:1e5}", {"a": 100000.0}),
    "hexadecimal float": ("{a:0x1p3}", {"a": 8.0}),
    "a plus makes a double": ("{a:+5}", {"a": 5.0}),
    "too big for an int": ("{a:3000000000}", {"a": 3e9}),
    "an id that only looks like a number": ("{a:00AE12}", {"a": "00AE12"}),
    "true and false are bytes": ("{a:true b:false}", {"a": 1, "b": 0}),
    "infinity": ("{a:-Infinity}", {"a": -math.inf}),
    "known escapes": (r'{a:"x\ny\t\"\\"}', {"a": 'x\ny\t"\\'}),
    "unknown escapes vanish": (r'{a:"x\&y\'z"}', {"a": "xyz"}),
    "unicode escapes are none": (r'{a:"é"}'.replace("é", r"\u00e9"), {"a": "00e9"}),
    "array": ("{a:[I;1\n2 3]}", {"a": [1, 2, 3]}),
    "array of longs": ("{a:[L;1L,2L]}", {"a": [1, 2]}),
    "empty list": ("{a:[ ]}", {"a": []}),
    "comment lines": ("# c\n{a:1\n  // d\nb:2}", {"a": 1, "b": 2}),
    "a sign in a text is no comment": ('{a:"#1 // x"}', {"a": "#1 // x"}),
    "what follows is ignored": ("{a:1}} rest", {"a": 1}),
    "byte order mark": ("\ufeff{a:1}", {"a": 1}),
    "lists in lists": ("{a:[[1],[2 3]]}", {"a": [[1], [2, 3]]}),
    "duplicate keys: the last counts": ("{a:1 a:2}", {"a": 2}),
}

REFUSED = {
    "mixed list": '{a:[1 "x"]}',
    "numbers of two kinds": "{a:[1 2L]}",
    "comment behind a value": "{a:1 # c\n}",
    "line feed inside quotes": '{a:"x\ny"}',
    "unfinished": "{a:1",
    "unfinished text": '{a:"x',
    "unfinished array": "{a:[I;1",
    "no value": "{a:}",
    "a value without a key": "{a:1 2}",
    "colon in a bare word": "{a:minecraft:stone}",
    "byte out of range": "{a:200b}",
    "long out of range": "{a:99999999999999999999L}",
    "words in an array": "{a:[I;x]}",
    "escaped non-ASCII": '{a:"\\é"}',
    "a list as root": "[1]",
    "nothing": "",
}


@pytest.mark.parametrize(("text", "value"), READ_AS.values(), ids=READ_AS.keys())
def test_text_is_read_as_the_game_reads_it(text: str, value: object) -> None:
    assert read_snbt(text) == value


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_what_the_game_refuses_is_refused(text: str) -> None:
    with pytest.raises(SnbtError):
        read_snbt(text)


def test_not_a_number_is_a_float() -> None:
    value = read_snbt("{a:NaNd}")["a"]
    assert isinstance(value, float)
    assert math.isnan(value)


def test_a_fault_names_its_line() -> None:
    with pytest.raises(SnbtError, match="line 3") as caught:
        read_snbt("{\n a: 1\n b: }\n}")
    assert caught.value.line == 3


def test_mixed_lists_can_be_allowed() -> None:
    with pytest.raises(MixedListError):
        read_snbt('{a:[{text:"x"} "y"]}')
    assert read_snbt('{a:[{text:"x"} "y"]}', mixed_lists=True) == {"a": [{"text": "x"}, "y"]}


@pytest.mark.parametrize(("opening", "closing"), [("{a:", "}"), ("[", "]")], ids=["maps", "lists"])
def test_depth_is_bounded(opening: str, closing: str) -> None:
    deep = "{a:" + opening * MAX_DEPTH + "1" + closing * MAX_DEPTH + "}"
    with pytest.raises(SnbtError, match="levels"):
        read_snbt(deep)


HOSTILE: dict[str, Callable[[int], str]] = {
    "commas": lambda size: "{a:1" + "," * size,
    "pairs": lambda size: "{" + "a:1 " * size + "}",
    "open text": lambda size: '{a:"' + "x" * size,
    "backslashes": lambda size: '{a:"' + "\\" * (size + 1),
    "digits": lambda size: "{a:" + "9" * size + "}",
    "a word": lambda size: "{" + "k" * size,
    "openings": lambda size: "{a:" * size,
    "comments": lambda size: "{\n" + "#x\n" * size,
    "blank lines": lambda size: "\n" * size,
}
SIZE = 20_000


def read_if_possible(text: str) -> None:
    with contextlib.suppress(SnbtError):
        read_snbt(text)


def steps_for(text: str) -> int:
    return calls_for(lambda: read_if_possible(text))


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_texts_take_steps_in_proportion_to_their_length(text: Callable[[int], str]) -> None:
    assert steps_for(text(4 * SIZE)) <= 4 * steps_for(text(SIZE)) + 20


@pytest.mark.parametrize(
    "pattern", [value for value in vars(reader).values() if isinstance(value, re.Pattern)]
)
def test_no_pattern_tries_a_stretch_of_any_length_twice(pattern: re.Pattern[str]) -> None:
    bare = re.sub(r"\\.|\[(?:\\.|[^]])*\]", "x", pattern.pattern)
    repeats = re.findall(r"[*+]\+?(?=(.?))", bare), re.findall(r"[*+]\+?", bare)
    assert all(one in ("*+", "++") or not after for after, one in zip(*repeats, strict=True))


def test_all_cases_agree_with_the_games_parser() -> None:
    cases = json.loads(_CASES.read_text("utf-8"))
    differing = [case["input"] for case in cases if _ours(case["input"]) != _theirs(case)]
    assert len(cases) == 45
    assert differing == ["\ufeff{a:1}"], "only the byte order mark is forgiven on purpose"


def _theirs(case: dict[str, object]) -> object:
    return case["value"] if case["ftb"] == "ok" else "refused"


def _ours(text: str) -> object:
    try:
        value = read_snbt(text)
    except SnbtError:
        return "refused"
    return {k: "NaN" if isinstance(v, float) and math.isnan(v) else v for k, v in value.items()}
