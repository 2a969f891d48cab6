"""The shipped samples: one at least for every card type, in every language, without a fault."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from companion.cards.library import load_library
from companion.cards.samples import decode_card, samples
from companion.cards.schema import card_schema, template_schema
from companion.cards.view import Variant
from companion.cards.view_builder import CardSource, build_view
from companion.cards.view_state import CardViewState
from companion.protocol.cards.catalog import CardData
from companion.support.resources import LOCALES
from tests.helpers import cards_make as make


@pytest.mark.behaviour("CARD-001", "CARD-064")
@pytest.mark.parametrize("locale", LOCALES)
def test_every_card_type_has_a_sample_that_survives_the_wire(locale: str) -> None:
    found = samples(locale)

    assert {type(one.data) for one in found} == set(get_args(CardData))
    for one in found:
        assert msgspec.json.decode(msgspec.json.encode(one.data), type=CardData) == one.data


def test_every_language_has_the_same_samples() -> None:
    english, chinese = (samples(locale) for locale in LOCALES)

    assert [(a.name, type(a.data)) for a in english] == [(b.name, type(b.data)) for b in chinese]


def test_every_template_has_a_sample() -> None:
    assert {one.template for one in samples("en_us")} == load_library("en_us").templates.keys()


@pytest.mark.behaviour("CARD-002", "CARD-011", "CARD-028")
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", [one.name for one in samples("en_us")])
def test_a_sample_is_laid_out_read_and_numbered_in_every_variant(name: str, locale: str) -> None:
    data = make.sample(name, locale)
    for variant in Variant:
        source = CardSource(make.REF, data, CardViewState())
        view = build_view(source, load_library(locale), variant)

        assert view.fault == ""
        assert view.title
        assert all(choice.label and choice.position for choice in view.choices)
        assert view.speaks == bool(data.build_card().speech.sentences)
    assert view.plain[0].startswith(view.title[:20])


@pytest.mark.behaviour("CARD-065")
def test_a_prize_of_an_older_version_is_still_read() -> None:
    old = b'{"type":"lottery_prize","title":{"text":"Won"},"items":[{"item":"a:b","name":"B"}]}'

    view = make.view_of(decode_card(old, "old.json"))

    assert view.plain == ("Won", "- B")


@pytest.mark.parametrize("data", [b"", b"{}", b'{"type": "system:hel"}', b"[" * 100_000])
def test_what_is_no_card_is_refused_with_its_file(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"^own\.json:\d+:\d+: "):
        decode_card(data, "own.json")


@pytest.mark.behaviour("CARD-070")
def test_the_schema_of_templates_names_every_node_and_its_fields() -> None:
    definitions = template_schema()["$defs"]

    assert definitions["system:grid"]["properties"]["columns"]["maximum"] == 12
    assert definitions["system:each"]["properties"]["nodes"]["items"] == {"$ref": "#/$defs/node"}
    assert definitions["system:text"]["properties"]["type"] == {"enum": ["system:text", "text"]}
    assert {"$ref": "#/$defs/system:chart"} in definitions["node"]["oneOf"]
    assert definitions["system:row"]["additionalProperties"] is False


@pytest.mark.behaviour("CARD-013", "CARD-018")
def test_the_schema_of_cards_names_every_type() -> None:
    schema = card_schema()

    tags = {str(member.__struct_config__.tag) for member in get_args(CardData)}
    assert set(schema["discriminator"]["mapping"]) == tags
    assert "ServerAction" in schema["$defs"]


@pytest.mark.behaviour("CARD-066")
def test_a_card_type_gives_a_conversation_nothing_unless_it_says_so() -> None:
    assert make.narration().memory_facts() == ()


@pytest.mark.behaviour("CARD-072")
def test_a_card_without_sentences_of_its_own_does_not_speak_but_can_be_read_aloud() -> None:
    view = make.view_of(make.help_card())

    assert not view.speaks
    assert view.spoken[0] == "What you can say"
