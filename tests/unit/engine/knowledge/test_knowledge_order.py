"""`/system knowledge list`: what of the owner's files is used, and why the rest is not."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from companion.engine.access.identity import CONSOLE, Executor, Origin, PlayerId
from companion.engine.builtin.knowledge import orders
from companion.engine.builtin.knowledge.orders import MOST_LISTED, knowledge_order
from companion.engine.knowledge import documents
from companion.engine.knowledge.faults import Fault
from companion.engine.knowledge.library import Library, Listed
from companion.support.errors import CompanionError, Failure
from tests.helpers.engine_client import words
from tests.helpers.quest_folders import write_files


async def lines(folder: Path, locale: str = "en_us") -> list[str]:
    told = await knowledge_order(Library(folder, 60)).run(CONSOLE, ["list"])
    return [words(line, locale) for line in told]


@pytest.mark.behaviour("KNOW-020")
async def test_every_file_is_listed_with_passages_language_and_fault(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.md": "# Rules\nBe kind.", "b.txt": "村规：不要偷东西。"})
    (tmp_path / "c.txt").write_bytes(b"\xff\xfe\xff\xff\x81")
    told = await lines(tmp_path)
    assert told[0] == "3 files in the knowledge folder, 2 of them in use."
    assert told[2:4] == ["a.md: English, passages: 1", "b.txt: Chinese, passages: 1"]
    assert told[1] == "c.txt is not used: it is no text that can be read. Save it as UTF-8."
    assert "At most 1000 files, 32 MiB each" in told[4]


@pytest.mark.behaviour("KNOW-020")
async def test_a_file_that_was_taken_out_is_gone(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.md": "Be kind."})
    library = Library(tmp_path, 60)
    assert [one.name for one in await library.listed()] == ["a.md"]
    (tmp_path / "a.md").unlink()
    assert await library.listed() == ()


@pytest.mark.parametrize("locale", ["en_us", "zh_cn"])
@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_is_a_sentence_with_the_next_step(fault: Fault, locale: str) -> None:
    told = words(orders.line(Listed("a.md", 0, "none", fault)), locale)
    assert told.startswith("a.md")
    assert "{" not in told
    assert told.count("." if locale == "en_us" else "。") >= 2


@pytest.mark.parametrize(
    ("name", "told"),
    [("a.txt", "a.txt: no text in it"), ("A.PDF", "A.PDF: no text in it, only pictures.")],
)
def test_of_pages_without_words_it_is_said_what_they_lack(name: str, told: str) -> None:
    assert words(orders.line(Listed(name, 0, "none", None))).startswith(told)


async def test_files_beyond_the_most_are_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MOST_FILES", 1)
    write_files(tmp_path, {"a.md": "Be kind.", "b.md": "Be here.", "c.md": "Be."})
    assert (await lines(tmp_path))[2].startswith("2 more files are not looked at")


async def test_a_long_list_is_cut_and_says_so_and_begins_with_what_is_not_used(
    tmp_path: Path,
) -> None:
    write_files(tmp_path, {f"{n:03}.txt": "Words." for n in range(MOST_LISTED + 4)})
    (tmp_path / "z.pdf").write_bytes(b"")
    told = await lines(tmp_path, "zh_cn")
    assert told[1].startswith("z.pdf没有使用")
    assert told[-2] == "另外还有5个。"
    assert len(told) == MOST_LISTED + 3


@pytest.mark.parametrize(
    ("executor", "given", "failure"),
    [
        (
            Executor(Origin.GAME, PlayerId(uuid.UUID(int=1), "Sam"), is_operator=False),
            ["list"],
            Failure.OPERATOR_ONLY,
        ),
        (CONSOLE, ["eat"], Failure.ORDER_INCOMPLETE),
    ],
    ids=["a player", "other words"],
)
async def test_what_is_refused(
    executor: Executor, given: list[str], failure: Failure, tmp_path: Path
) -> None:
    with pytest.raises(CompanionError) as caught:
        await knowledge_order(Library(tmp_path, 60)).run(executor, given)
    assert caught.value.failure is failure
