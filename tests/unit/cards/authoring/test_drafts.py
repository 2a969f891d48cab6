"""Edits that were not saved outlive the editor."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cards.authoring.drafts import MAX_DRAFT_BYTES, Draft, Drafts, mark_of


def test_a_draft_is_found_again_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "help.json"
    draft = Draft(str(file), '{"nodes": []}', mark_of(b"{}"))
    Drafts(tmp_path / "drafts").keep(draft)
    found = Drafts(tmp_path / "drafts").of(file)

    assert found == draft
    assert found.fits(b"{}")
    assert not found.fits(b"{ }")


def test_a_dropped_draft_is_gone_and_others_stay(tmp_path: Path) -> None:
    drafts, one, two = Drafts(tmp_path / "d"), tmp_path / "a.json", tmp_path / "b.json"
    for file in (one, two):
        drafts.keep(Draft(str(file), "x", ""))
    drafts.drop(one)
    drafts.drop(one)

    assert drafts.of(one) is None
    assert drafts.of(two) is not None


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"\xff", b'{"file": 3}', b" " * (MAX_DRAFT_BYTES + 1)]
)
def test_a_damaged_draft_is_none(tmp_path: Path, content: bytes) -> None:
    drafts, file = Drafts(tmp_path / "d"), tmp_path / "a.json"
    drafts.keep(Draft(str(file), "x", ""))
    [place] = (tmp_path / "d").iterdir()
    place.write_bytes(content)

    assert drafts.of(file) is None


def test_where_nothing_can_be_kept_the_editor_goes_on(tmp_path: Path) -> None:
    (tmp_path / "d").write_text("a file where a folder should be")
    drafts = Drafts(tmp_path / "d")
    drafts.keep(Draft("a.json", "x", ""))
    drafts.drop(tmp_path / "a.json")

    assert drafts.of(tmp_path / "a.json") is None
