"""Files an owner drops into the knowledge folder."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from companion.engine.knowledge import documents
from companion.engine.knowledge.documents import MOST_FILE_BYTES, Document, read, seen
from companion.engine.knowledge.faults import Fault
from companion.engine.knowledge.library import Library
from companion.engine.knowledge.piece import Kind

PATIENT = 60.0


def written(folder: Path, **files: bytes) -> Path:
    for name, content in files.items():
        (folder / name.replace("_", ".")).write_bytes(content)
    return folder


def pdf_of(*pages: str) -> bytes:
    """A PDF file of one line a page."""
    bodies = [b"<</Type/Catalog/Pages 2 0 R>>", b""]
    kids = []
    for text in pages:
        content = f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET".encode()
        number = len(bodies) + 1
        kids.append(f"{number} 0 R")
        font = b"<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
        bodies.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font "
            + font
            + f">>/Contents {number + 1} 0 R>>".encode()
        )
        bodies.append(b"<</Length %d>>stream\n%s\nendstream" % (len(content), content))
    bodies[1] = f"<</Type/Pages/Kids[{' '.join(kids)}]/Count {len(pages)}>>".encode()
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(bodies, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(bodies) + 1, start)
    return bytes(out)


async def found(folder: Path, question: str) -> list[tuple[str, str, str]]:
    shelf = await Library(folder, PATIENT).shelf()
    return [(piece.title, piece.text, piece.source) for _, piece in shelf.search(question)]


@pytest.mark.parametrize(
    ("name", "content", "piece"),
    [
        pytest.param(
            "rules.md",
            b"# Griefing\nNo **griefing** near [spawn](http://x.example/a).\n# Trade\nOther.",
            ("Griefing", "No griefing near spawn."),
            id="Markdown",
        ),
        pytest.param(
            "page.md",
            b"---\ntitle: 'Rules'\ntags: [a]\n---\n<p>No <i>griefing</i>.</p>\n\nBe<br>kind.",
            ("Rules", "No griefing.\nBe\nkind."),
            id="HTML and front matter",
        ),
        pytest.param(
            "shop.md",
            b"| Item | Price |\n|---|---|\n| griefing | 4 |\n\n```\na < b\n```",
            ("shop", "Item, Price\ngriefing, 4\na < b"),
            id="table and code",
        ),
        pytest.param("w.txt", "griefing".encode("utf-16-be"), ("w", "griefing"), id="wide"),
        pytest.param("z.txt", b"griefing is\0 bad", ("z", "griefing is bad"), id="a zero"),
        pytest.param("a.txt", b"\xef\xbb\xbfgriefing is bad", ("a", "griefing is bad"), id="BOM"),
        pytest.param("b.pdf", pdf_of("no griefing here"), ("b, 1", "no griefing here"), id="PDF"),
    ],
)
async def test_a_file_is_found_by_its_words(
    name: str, content: bytes, piece: tuple[str, str], tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    assert await found(tmp_path, "griefing") == [(*piece, name)]


@pytest.mark.parametrize("encoding", ["gb18030", "utf-8", "utf-8-sig", "utf-16"])
async def test_a_chinese_file_is_read_however_it_was_saved(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "规则.txt").write_bytes("禁止破坏别人的房子。".encode(encoding))
    assert [text for _, text, _ in await found(tmp_path, "破坏房子")] == ["禁止破坏别人的房子。"]


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        pytest.param("bad.pdf", b"%PDF-1.4 nothing", Fault.DAMAGED, id="damaged PDF"),
        pytest.param("bad.pdf", pdf_of("text")[:200], Fault.DAMAGED, id="half a PDF"),
        pytest.param("bad.pdf", b"", Fault.DAMAGED, id="empty PDF"),
        pytest.param("bad.txt", b"\xff\xfe\x00\xd8" * 9, Fault.NOT_TEXT, id="no text"),
        pytest.param("bad.md", b"\x89PNG\r\n" + bytes(99), Fault.NOT_TEXT, id="a picture"),
        pytest.param("bad.txt", "café été".encode("latin-1"), Fault.NOT_TEXT, id="Latin-1"),
    ],
)
async def test_a_bad_file_costs_that_file_and_is_named(
    name: str, content: bytes, fault: Fault, tmp_path: Path
) -> None:
    written(tmp_path, good_md=b"griefing is bad")
    (tmp_path / name).write_bytes(content)
    library = Library(tmp_path, PATIENT)
    shelf = await library.shelf()
    assert [piece.source for piece in shelf.pieces] == ["good.md"]
    assert library.faults == {name: fault}


def test_a_huge_file_is_not_even_opened(tmp_path: Path) -> None:
    assert read(tmp_path, "absent.txt", (0, MOST_FILE_BYTES + 1)).fault is Fault.TOO_LARGE


def test_a_file_with_more_text_than_anybody_reads_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MOST_FILE_CHARACTERS", 40)
    written(tmp_path, long_txt=b"copper wire.\n\n" * 9, short_txt=b"copper wire")
    kept = {name: read(tmp_path, name, stamp) for name, stamp in seen(tmp_path).stamps.items()}
    assert kept["long.txt"].fault is Fault.TOO_MUCH_TEXT
    assert (kept["long.txt"].pieces, kept["short.txt"].fault) == ((), None)


async def test_a_changed_file_is_read_again_and_a_deleted_one_is_gone(tmp_path: Path) -> None:
    library = Library(written(tmp_path, one_txt=b"copper wire", two_txt=b"iron wire"), PATIENT)
    before = await library.shelf()
    written(tmp_path, one_txt=b"copper wire and more of it")
    (tmp_path / "two.txt").unlink()
    after = await library.shelf()
    assert len(before.pieces) == 2
    assert [piece.text for piece in after.pieces] == ["copper wire and more of it"]


@pytest.mark.behaviour("KNOW-017")
async def test_while_files_are_read_the_finished_shelf_answers(tmp_path: Path) -> None:
    library = Library(written(tmp_path, one_txt=b"copper wire"), PATIENT)
    before = await library.shelf()
    written(tmp_path, two_txt=b"iron wire")
    library._patience_s = 0.0
    assert await library.shelf() is before
    library._patience_s = PATIENT
    assert len((await library.shelf()).pieces) == 2


async def test_hidden_files_other_files_and_links_are_not_looked_at(tmp_path: Path) -> None:
    inside = tmp_path / "knowledge"
    inside.mkdir()
    written(tmp_path, secret_txt=b"secret")
    written(inside, a_exe=b"x", b_txt=b"y")
    (inside / ".hidden.txt").write_bytes(b"z")
    (inside / "link.txt").symlink_to(tmp_path / "secret.txt")
    assert list((await asyncio.to_thread(seen, inside)).stamps) == ["b.txt"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "folder.md").mkdir()
    assert seen(tmp_path).stamps == {}


def test_a_file_that_is_gone_or_may_not_be_read_costs_that_file(tmp_path: Path) -> None:
    assert read(tmp_path, "gone.txt", (0, 5)) == Document((0, 5), fault=Fault.UNREADABLE)


async def test_files_beyond_the_most_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MOST_FILES", 2)
    library = Library(written(tmp_path, a_txt=b"x", b_txt=b"y", c_txt=b"z", d_exe=b"-"), PATIENT)
    assert [one.name for one in await library.listed()] == ["a.txt", "b.txt"]
    assert library.more == 1


async def test_a_file_has_room_again_once_another_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MOST_PIECES", 1)
    library = Library(written(tmp_path, a_txt=b"copper", b_txt=b"iron"), PATIENT)
    assert (await library.listed())[1].fault is Fault.FOLDER_FULL
    (tmp_path / "a.txt").unlink()
    assert [one.fault for one in await library.listed()] == [None]


async def test_a_world_without_a_folder_has_no_files(tmp_path: Path) -> None:
    assert (await Library(None).shelf()).pieces == ()
    assert (await Library(tmp_path / "absent", PATIENT).shelf()).pieces == ()


@pytest.mark.behaviour("GUIDE-012")
async def test_a_long_text_is_cut_into_passages_that_lose_nothing(tmp_path: Path) -> None:
    text = " ".join(f"Sentence number {n} is here." for n in range(200))
    shelf = await Library(written(tmp_path, long_txt=text.encode()), PATIENT).shelf()
    assert all(len(piece.text) <= 600 and piece.kind is Kind.FILE for piece in shelf.pieces)
    assert " ".join(piece.text for piece in shelf.pieces) == text
