"""Reading templates, and finding them."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from companion.cards.library import CardLibrary, load_library
from companion.cards.reading import read_templates
from companion.cards.template import Template
from companion.support.errors import CardError, Failure
from tests.helpers import cards_make as make


def test_the_shipped_templates_are_all_in_order() -> None:
    templates = load_library("en_us").templates

    assert [name for name, found in templates.items() if not isinstance(found, Template)] == []
    assert {card.build_card().template for card in make.every_card()} == templates.keys()


def test_a_library_is_read_once_a_language() -> None:
    assert load_library("zh_cn") is load_library("zh_cn")
    assert load_library("zh_cn").translations.language == "zh"


@pytest.mark.behaviour("CARD-030")
def test_a_broken_file_costs_its_own_template_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "example" / "deep"
    folder.mkdir(parents=True)
    (folder / "good.json").write_text('{"nodes": []}')
    (folder / "bad.json").write_text('{"nodes": [\n{"type": "?"}]}')
    (folder / "folder.json").mkdir()

    with caplog.at_level(logging.WARNING):
        library = CardLibrary(read_templates(tmp_path), load_library("en_us").translations)

    assert library.template("example:deep/good") == Template((), {})
    assert "example/deep/bad.json:2" in caplog.text
    with pytest.raises(CardError, match=r"bad\.json:2:10: unknown node type"):
        library.template("example:deep/bad")
    with pytest.raises(CardError, match=r"folder\.json: "):
        library.template("example:deep/folder")


def test_a_missing_template_is_named() -> None:
    with pytest.raises(CardError, match="no template example:none") as error:
        load_library("en_us").template("example:none")

    assert error.value.failure is Failure.TEMPLATE_BROKEN
