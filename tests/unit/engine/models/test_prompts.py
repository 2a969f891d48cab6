"""Prompts in files, with places."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.models.prompts import PROMPTS, PromptBook, PromptSet, judged
from companion.support.paths import shipped

SHIPPED = shipped("resources") / "prompts"
PLACES = {"greet": frozenset({"name"})}


def book(*folders: Path) -> PromptBook:
    made = PromptBook(folders, PLACES)
    made.reload()
    return made


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    folder = tmp_path / "ours"
    folder.mkdir()
    (folder / "greet.txt").write_text("Hello {name}.", "utf-8")
    return folder


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    folder = tmp_path / "theirs"
    folder.mkdir()
    return folder


@pytest.mark.behaviour("ENG-077")
def test_every_shipped_prompt_is_there_and_has_its_places() -> None:
    prompts = PromptBook()

    assert prompts.reload() == ()
    assert prompts.current.texts.keys() == PROMPTS.keys()
    assert {file.stem for file in SHIPPED.glob("*.txt")} == PROMPTS.keys()


@pytest.mark.parametrize("name", sorted(PROMPTS))
def test_every_shipped_prompt_says_that_data_is_no_instruction(name: str) -> None:
    text = " ".join((SHIPPED / f"{name}.txt").read_text("utf-8").split())

    assert "instruction" in text.lower()
    assert "requestContext.playerLanguage" in text


def test_values_go_into_their_places(ours: Path) -> None:
    assert book(ours).current.fill("greet", name="Alex") == "Hello Alex."


def test_braces_inside_a_value_stay_what_they_are(ours: Path) -> None:
    assert book(ours).current.fill("greet", name="{name} {x}") == "Hello {name} {x}."


def test_braces_that_are_no_place_are_text() -> None:
    text = 'Answer {name} like {"a": 1} or {}.'

    filled = PromptSet({"greet": judged(text, "greet", PLACES)}).fill("greet", name="Alex")

    assert filled == 'Answer Alex like {"a": 1} or {}.'


@pytest.mark.behaviour("ENG-077")
def test_an_edited_prompt_is_used_after_a_reload(ours: Path) -> None:
    prompts = book(ours)
    (ours / "greet.txt").write_text("Good day {name}.", "utf-8")

    assert prompts.current.fill("greet", name="Alex") == "Hello Alex."
    assert prompts.reload() == ()
    assert prompts.current.fill("greet", name="Alex") == "Good day Alex."


def test_a_task_keeps_the_prompts_it_began_with(ours: Path) -> None:
    prompts = book(ours)
    mine = prompts.current
    (ours / "greet.txt").write_text("Good day {name}.", "utf-8")
    prompts.reload()

    assert mine.fill("greet", name="Alex") == "Hello Alex."


def test_a_prompt_of_the_world_replaces_the_shipped_one(ours: Path, theirs: Path) -> None:
    (theirs / "greet.txt").write_text("\ufeffAhoy {name}!\n", "utf-8")

    assert book(ours, theirs).current.fill("greet", name="Alex") == "Ahoy Alex!"


@pytest.mark.behaviour("ENG-077")
@pytest.mark.parametrize(
    ("name", "data", "fault"),
    [
        ("greet", b"Hello.", "lacks {name}"),
        ("greet", b"Hello {name}, it is {time}.", "nobody fills {time}"),
        ("greet", b" \n", "empty"),
        ("greet", b"{name} \xff\xfe", "can't decode"),
        ("greet", b"{name}" + b"x" * 65_536, "larger than 64 KiB"),
        ("gret", b"Hello {name}.", "no such prompt; there are greet"),
    ],
    ids=["missing place", "unknown place", "empty", "no text", "too large", "unknown name"],
)
def test_a_bad_prompt_is_reported_and_the_shipped_one_used(
    name: str, data: bytes, fault: str, ours: Path, theirs: Path
) -> None:
    (theirs / f"{name}.txt").write_bytes(data)

    prompts = book(ours, theirs)

    assert [fault in told for told in prompts.current.faults] == [True]
    assert prompts.current.fill("greet", name="Alex") == "Hello Alex."


def test_a_prompt_that_disappears_stays_in_use_and_is_reported(ours: Path) -> None:
    prompts = book(ours)
    (ours / "greet.txt").unlink()

    assert prompts.reload() == ("greet.txt: missing",)
    assert prompts.current.fill("greet", name="Alex") == "Hello Alex."


def test_a_place_without_a_value_is_a_fault_of_ours(ours: Path) -> None:
    prompts = book(ours)

    with pytest.raises(KeyError):
        prompts.current.fill("greet")
