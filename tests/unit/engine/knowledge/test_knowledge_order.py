"""`/system knowledge list`: what of the owner's files is used, and why the rest is not."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from companion.engine.access.identity import CONSOLE, Executor, Origin, PlayerId
from companion.engine.builtin.knowledge.orders import MOST_LISTED, knowledge_order
from companion.engine.knowledge.library import Library
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
    assert told[1:3] == ["a.md: 1 passages, English", "b.txt: 1 passages, Chinese"]
    assert told[3] == "c.txt is not used: it is not text in UTF-8"
    assert "At most 1000 files, 32 MiB each" in told[4]


@pytest.mark.behaviour("KNOW-020")
async def test_a_file_that_was_taken_out_is_gone(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.md": "Be kind."})
    library = Library(tmp_path, 60)
    assert [one.name for one in await library.listed()] == ["a.md"]
    (tmp_path / "a.md").unlink()
    assert await library.listed() == ()


async def test_a_long_list_is_cut_and_says_so(tmp_path: Path) -> None:
    write_files(tmp_path, {f"{n:03}.txt": "Words." for n in range(MOST_LISTED + 5)})
    told = await lines(tmp_path, "zh_cn")
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
