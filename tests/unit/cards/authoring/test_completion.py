"""What may be written at a place of a template that is being written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards.authoring.completion import Names, Offer, offer_at
from companion.cards.nodes.registry import node_types
from companion.cards.vocabulary import vocabulary_of

NAMES = Names(vocabulary_of("system:quest_list"), ("card.help.title", "card.page"), ("gift",))


def offer(text: str) -> Offer:
    """What is offered at the `|` of a text."""
    before, _, behind = text.partition("|")
    return offer_at(before + behind, len(before), NAMES)


@pytest.mark.behaviour("CARD-071")
@pytest.mark.parametrize(
    ("text", "begun", "expected"),
    [
        ('{"no|', "no", {"nodes"}),
        ('{"variants": {"|', "", {"full", "compact", "notification", "plain"}),
        ('{"variants": {"full": {"|', "", {"nodes"}),
        ('{"nodes": [{"type": "quest_|"}]}', "quest_", {"quest_list", "quest_detail"}),
        ('{"nodes": [{"type": "heading", "te|": ""}]}', "te", {"text"}),
        ('{"nodes": [{"so|", "type": "quest_list"}]}', "so", {"source"}),
        ('{"nodes": [{"type": "text", "style": ["mu|"]}]}', "mu", {"muted"}),
        ('{"nodes": [{"type": "quest_list", "source": "|"}]}', "", {"quests"}),
        ('{"nodes": [{"type": "chart", "kind": "|"}]}', "", {"bar", "line"}),
        ('{"nodes": [{"type": "text", "text": "hi {cou|"}]}', "cou", {"count"}),
        ('{"nodes": [{"type": "text", "text": "%card.h|"}]}', "card.h", {"card.help.title"}),
        ('{"nodes": [{"type": "buttons", "only": ["|"]}]}', "", {"view_quests"}),
        ('{"nodes": [{"type": "image", "image": "|"}]}', "", {"gift"}),
        ('{"nodes": [{"type": "quest_list", "numbered": |}]}', "", {"true", "false"}),
        ('{"nodes": [{"type": "table", "columns": [{"al|"}]}]}', "al", {"align"}),
        (
            '{"nodes": [{"type": "table", "source": "quests", "columns": [{"field": "ti|"}]}]}',
            "ti",
            {"title"},
        ),
        (
            '{"nodes": [{"type": "each", "source": "quests", "entry": "q", "nodes": ['
            '{"type": "text", "text": "{q.ti|"}]}]}',
            "ti",
            {"title"},
        ),
    ],
)
def test_what_fits_is_offered(text: str, begun: str, expected: set[str]) -> None:
    found = offer(text)

    assert found.begun == begun
    assert set(found.fitting) == expected


def test_filters_follow_a_bar() -> None:
    text = '{"nodes": [{"type": "text", "text": "{count|'

    assert "upper" in offer_at(text, len(text), NAMES).fitting


def test_every_node_type_and_every_field_of_it_is_offered() -> None:
    types = offer('{"nodes": [{"type": "|"}]}').words
    for name, kind in node_types().items():
        bare = name.removeprefix("system:")
        keys = offer(f'{{"nodes": [{{"type": "{bare}", "|"}}]}}').words
        lacking = set(kind.__struct_encode_fields__) - {"type"} - set(keys)

        assert bare in types
        assert not lacking


def test_what_is_there_already_is_not_offered_again() -> None:
    assert "source" not in offer('{"nodes": [{"type": "list", "source": "x", "|"}]}').words


def test_a_key_outside_of_quotation_marks_gets_them_and_a_colon() -> None:
    found = offer('{"nodes": [{"type": "text", |}]}')

    assert found.quoted
    assert found.is_key
    assert "text" in found.fitting


@given(st.text(alphabet='{}[]":,\\\n tyPe|%.é', max_size=40), st.integers(0, 40))
def test_broken_text_is_met_with_an_offer_or_none(text: str, offset: int) -> None:
    found = offer_at(text, min(offset, len(text)), NAMES)

    assert text[: min(offset, len(text))].endswith(found.begun)
