"""`companion route`: what a sentence is taken for, and why."""

from __future__ import annotations

import json

import pytest

from companion.__main__ import main


def route(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, object]]:
    code = main(["route", *arguments, "--json"])
    value: dict[str, object] = json.loads(capsys.readouterr().out)
    return code, value


@pytest.mark.behaviour("ROUTE-004", "ROUTE-056")
@pytest.mark.parametrize(
    ("text", "source", "action", "arguments"),
    [
        ("show my quests", "local", "system:quest_list", {}),
        ("/open 2", "command", "system:quest_number", {"number": "2"}),
        ("怎么完成石器时代", "local", "system:quest_find", {"name": "石器时代"}),
        ("good evening everybody", "local_fallback", "", {}),
        ("/nonsense", "command", "", {}),
    ],
)
def test_it_names_source_and_action(
    capsys: pytest.CaptureFixture[str],
    text: str,
    source: str,
    action: str,
    arguments: dict[str, str],
) -> None:
    code, value = route(capsys, text)
    assert (value["source"], value["action"], value["arguments"]) == (source, action, arguments)
    assert code == (0 if action else 1)


def test_it_tells_scores_and_what_they_are_held_against(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, value = route(capsys, "show my quests")
    assert (value["score"], value["coverage"], value["doubt"]) == (1.0, 1.0, "")
    assert value["thresholds"] == {"similarity": 0.5, "gap": 0.2, "coverage": 0.5}


def test_switched_off_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    _, value = route(capsys, "show my quests", "--mode", "OFF")
    assert (value["source"], value["doubt"], value["mode"]) == ("local_fallback", "off", "OFF")
    candidates = value["candidates"]
    assert isinstance(candidates, list)
    assert candidates[0] == {"action": "system:quest_list", "arguments": {}}


@pytest.mark.behaviour("ROUTE-011")
def test_for_people_it_prints_lines_and_no_percents(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["route", "open the second one"]) == 0
    printed = capsys.readouterr().out
    assert "system:quest_number" in printed
    assert "%" not in printed
