"""Books kept on disk count only while every source is as it was."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from companion.games import book_cache
from companion.games.book_cache import keep_book, load_book
from companion.games.instance import kept_books
from companion.games.instance.link import InstanceLink
from companion.support.errors import Failure, LinkError
from tests.helpers.clock import ManualClock
from tests.helpers.engine_link import book_of, item_reward, quest
from tests.helpers.quest_folders import MODERN, quests_of, write_a, write_d

STAMPS = (("a.json5", (5, 10)), ("b.json5", None))
BOOK = book_of(quest(1 << 59, "Wood", rewards=(item_reward(-5, "Apple"),)))


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path / "cache"))


def kept_file(tmp_path: Path) -> Path:
    (found,) = (tmp_path / "cache" / "books").glob("*.book")
    return found


def test_a_kept_book_comes_back_whole(tmp_path: Path) -> None:
    keep_book(tmp_path, "en_us", STAMPS, BOOK)
    assert load_book(tmp_path, "en_us", STAMPS) == BOOK
    assert load_book(tmp_path, "zh_cn", STAMPS) is None


@pytest.mark.parametrize(
    "stamps",
    [
        (("a.json5", (6, 10)), ("b.json5", None)),
        (("a.json5", (5, 11)), ("b.json5", None)),
        (("a.json5", (5, 10)), ("b.json5", (1, 1))),
        (("a.json5", (5, 10)),),
    ],
    ids=["another time", "another size", "a file more", "a file less"],
)
def test_a_source_that_changed_voids_it(tmp_path: Path, stamps: book_cache.Stamps) -> None:
    keep_book(tmp_path, "en_us", STAMPS, BOOK)
    assert load_book(tmp_path, "en_us", stamps) is None


@pytest.mark.parametrize("damage", [b"", b"\x00", b"\xc1" * 99], ids=["empty", "one byte", "noise"])
def test_a_damaged_file_is_no_book(tmp_path: Path, damage: bytes) -> None:
    keep_book(tmp_path, "en_us", STAMPS, BOOK)
    kept_file(tmp_path).write_bytes(damage)
    assert load_book(tmp_path, "en_us", STAMPS) is None


def test_another_form_of_books_is_read_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_book(tmp_path, "en_us", STAMPS, BOOK)
    monkeypatch.setattr(book_cache, "FORM", book_cache.FORM + 1)
    assert load_book(tmp_path, "en_us", STAMPS) is None


@pytest.mark.parametrize("layout", ["A", *MODERN])
def test_every_layout_is_the_same_out_of_the_cache(tmp_path: Path, layout: str) -> None:
    folder = (write_a if layout == "A" else MODERN[layout])(tmp_path / "game")
    read = InstanceLink(folder).book("en_us")
    kept = InstanceLink(folder).book("en_us")
    assert kept == read
    assert kept is not read


def test_a_chapter_that_is_just_being_written_leaves_the_last_good_book(tmp_path: Path) -> None:
    folder, clock = write_d(tmp_path / "game"), ManualClock()
    link = InstanceLink(folder, clock)
    whole = link.book("en_us")
    chapter = quests_of(folder) / "chapters" / "first.json5"
    text = chapter.read_text("utf-8")
    chapter.write_text(text[: len(text) // 2], "utf-8")
    os.utime(chapter, (clock.wall(), clock.wall()))
    assert link.book("en_us") is whole
    clock.advance(10)
    broken = link.book("en_us")
    assert len(broken.quests) < len(whole.quests)
    assert [fault.file for fault in broken.faults] == ["chapters/first.json5"]
    chapter.write_text(text, "utf-8")
    assert link.book("en_us") == whole


def test_a_book_that_never_was_whole_says_so_at_once(tmp_path: Path) -> None:
    folder = write_d(tmp_path / "game")
    for chapter in (quests_of(folder) / "chapters").iterdir():
        chapter.write_text("{", "utf-8")
    with pytest.raises(LinkError) as caught:
        InstanceLink(folder).book("en_us")
    assert caught.value.failure is Failure.QUESTS_BROKEN


def test_a_broken_book_is_not_read_again_until_a_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, reads = write_d(tmp_path / "game"), []
    chapters = [*(quests_of(folder) / "chapters").iterdir()]
    texts = [chapter.read_text("utf-8") for chapter in chapters]
    for chapter in chapters:
        chapter.write_text("{", "utf-8")
    real = kept_books.read_book
    monkeypatch.setattr(kept_books, "read_book", lambda *given: reads.append(1) or real(*given))
    link = InstanceLink(folder)
    for _ in range(3):
        with pytest.raises(LinkError):
            link.book("en_us")
    assert len(reads) == 1
    for chapter, text in zip(chapters, texts, strict=True):
        chapter.write_text(text, "utf-8")
    assert link.book("en_us").quests


def test_who_comes_while_it_is_read_anew_gets_the_last_good_book(tmp_path: Path) -> None:
    link = InstanceLink(write_d(tmp_path / "game"))
    whole = link.book("en_us")
    held = link._books._lock
    answers: list[object] = []
    with held:
        other = threading.Thread(target=lambda: answers.append(link.book("en_us")))
        other.start()
        other.join(60)
    assert answers == [whole]


def test_what_is_watched_is_there(tmp_path: Path) -> None:
    folder = write_d(tmp_path / "game")
    assert quests_of(folder) in InstanceLink(folder).watched()
    assert InstanceLink(tmp_path / "nowhere").watched() == ()
