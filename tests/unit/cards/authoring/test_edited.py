"""What is known of a file that is edited, and of what others do to it."""

from __future__ import annotations

import pytest

from companion.cards.authoring.edited import Outside, opened


@pytest.mark.parametrize(
    "content",
    [b"{}\n", b"{}\r\n[]\r\n", b"\xef\xbb\xbf{}\n", b"", "{“中文”}".encode()],
    ids=["plain", "crlf", "bom", "empty", "chinese"],
)
def test_a_text_is_saved_in_the_spelling_it_had(content: bytes) -> None:
    edited = opened(content)

    assert "\r" not in edited.text
    assert edited.to_save(edited.text) == content
    assert not edited.is_changed(edited.text)


def test_a_text_that_came_back_is_not_changed() -> None:
    edited = opened(b"{}")

    assert edited.is_changed("{ }")
    assert not edited.is_changed("{}")


@pytest.mark.parametrize(
    ("now", "expected"),
    [(b"{}", Outside.NOTHING), (b"[]", Outside.CHANGED), (None, Outside.GONE)],
)
def test_what_others_did_is_told(now: bytes | None, expected: Outside) -> None:
    assert opened(b"{}").outside(now) is expected


@pytest.mark.parametrize("now", [b"[]", None])
def test_what_was_accepted_is_not_told_again_and_is_still_to_save(now: bytes | None) -> None:
    edited = opened(b"{}").accepting(now)

    assert edited.outside(now) is Outside.NOTHING
    assert edited.is_changed("{}")


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(UnicodeDecodeError):
        opened(b"\xff\xfe")
