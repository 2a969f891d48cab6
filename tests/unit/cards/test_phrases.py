"""Phrase files."""

from __future__ import annotations

import pytest

from companion.cards.phrases import Wordings, decode_phrases, joined, shipped_phrases
from companion.cards.spoken import LOCAL_ACTIONS
from companion.language.similarity import letters


@pytest.mark.behaviour("NOTE-015")
def test_files_of_two_languages_are_joined() -> None:
    phrases = joined(
        decode_phrases(data, "x.json")
        for data in (
            b'{"button.yes": {"say": ["yes"], "heard_as": ["yess"]}}',
            '{"button.yes": {"say": ["好"]}, "button.no": {}}'.encode(),
        )
    )

    assert phrases == {"button.yes": Wordings(("yes", "好"), ("yess",)), "button.no": Wordings()}


@pytest.mark.parametrize("data", [b"", b"[]", b'{"a": []}', b'{"a": {"sya": []}}'])
def test_a_damaged_file_is_named(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"phrases/en_us\.json"):
        decode_phrases(data, "en_us.json")


@pytest.mark.behaviour("NOTE-015")
def test_every_local_action_can_be_said_in_both_languages() -> None:
    for key in LOCAL_ACTIONS:
        said = shipped_phrases()[key].say
        assert any(phrase.isascii() for phrase in said)
        assert any(not phrase.isascii() for phrase in said)


def test_local_actions_share_no_words() -> None:
    owners: dict[str, str] = {}
    for key in LOCAL_ACTIONS:
        wordings = shipped_phrases()[key]
        for words in {letters(phrase) for phrase in (*wordings.say, *wordings.heard_as)}:
            assert owners.setdefault(words, key) == key
