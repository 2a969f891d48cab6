"""Reading templates strictly, and saying where one is wrong."""

from __future__ import annotations

import pytest

from companion.cards.nodes.registry import node_type, register
from companion.cards.nodes.text import TextNode
from companion.cards.template_reader import MAX_TEMPLATE_BYTES, decode_template
from companion.cards.view import Variant
from companion.support.errors import CardError

GOOD = """{
  "nodes": [
    {"type": "heading", "text": "{title}"},
    {"type": "system:text", "text": "x", "style": "muted"}
  ],
  "variants": {"compact": {"nodes": [{"type": "text", "text": "y", "style": ["muted"]}]}}
}"""


@pytest.mark.behaviour("CARD-034")
def test_a_style_may_be_a_string_or_a_list() -> None:
    template = decode_template(GOOD.encode(), "good.json")

    assert template.nodes[1].styles == template.variants[Variant.COMPACT][0].styles == ("muted",)


def test_a_variant_without_nodes_of_its_own_shows_the_common_ones() -> None:
    template = decode_template(GOOD.encode(), "good.json")

    assert template.nodes_for(Variant.FULL) is template.nodes
    assert len(template.nodes_for(Variant.COMPACT)) == 1


@pytest.mark.behaviour("CARD-033")
@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "ends too early"),
        ('{"nodes": [\n\n}', 3, "begins no value"),
        ("[]", 1, "must be an object"),
        ("{}", 1, "nodes"),
        ('{"nodes": [], "code": "x"}', 1, "code"),
        ('{"nodes": [], "variants": {"tiny": {"nodes": []}}}', 1, "tiny"),
        ('{"nodes": [\n{"type": "heading", "text": ""},\n{"text": "x"}]}', 3, "type"),
        ('{"nodes": [\n{"type": "script"}]}', 2, "unknown node type 'script'"),
        ('{"nodes": [\n{"type": "text", "action": "x"}]}', 2, "action"),
        ('{"nodes": [\n{"type": "text", "text": 3}]}', 2, "str"),
        ('{"nodes": [\n\n{"type": "text", "style": "huge"}]}', 3, "unknown style 'huge'"),
        ('{"nodes": [{"type": "text", "text": "{a|eval}"}]}', 1, "unknown filter 'eval'"),
        ('{"nodes": [{"type": "quest_list", "source": "q", "page_size": 0}]}', 1, ">= 1"),
        (
            '{"nodes": [{"type": "choices"},\n{"type": "quest_list", "source": "q"}]}',
            2,
            "more than one node with pages",
        ),
        (
            '{"nodes": [{"type": "text"}],\n"variants": {"full": {"nodes": [\n{"type": "x"}]}}}',
            3,
            "unknown node type",
        ),
        ('{"nodes": [' + "[" * 100_000, 1, "nested too deeply"),
        (" " * MAX_TEMPLATE_BYTES + "{}", 1, "at most"),
        ('{"nodes": [\n{"type": "text", "text": "\udcff"}]}', 2, "utf-8"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_a_broken_template_names_file_and_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(CardError) as error:
        decode_template(text.encode(errors="surrogateescape"), "own.json")

    assert error.value.detail.startswith(f"own.json:{line}:")
    assert reason.casefold() in error.value.detail.casefold()


def test_an_extension_registers_a_node_type_in_its_own_namespace() -> None:
    register("example:note", TextNode)

    template = decode_template(b'{"nodes": [{"type": "example:note", "text": "x"}]}', "own.json")

    assert isinstance(template.nodes[0], TextNode)


@pytest.mark.parametrize("identifier", ["note", "system:note", "system:text", "example:taken"])
def test_an_extension_cannot_take_a_name_that_is_not_its_own(identifier: str) -> None:
    if identifier == "example:taken":
        register(identifier, TextNode)

    with pytest.raises(ValueError, match="cannot be registered"):
        register(identifier, TextNode)


def test_a_bare_node_name_is_one_of_ours() -> None:
    assert node_type("text") is node_type("system:text")
