"""Images, dividers, progress, charts, passages, marks: what each becomes, and how it sounds."""

from __future__ import annotations

import msgspec
import pytest

from companion.cards.view import (
    BoundChart,
    BoundDivider,
    BoundImage,
    BoundPassages,
    BoundProgress,
    ImageKind,
    walk,
)
from companion.protocol.cards.usage import UsageOutput
from tests.helpers import cards_make as make

USAGE = make.sample("usage")


def test_an_image_is_a_mark_an_item_or_a_texture() -> None:
    nodes = (
        '{"type": "image", "image": "gift", "alt": "{title}"},'
        '{"type": "image", "kind": "item", "image": "minecraft:furnace[x=1]", "side": 32}'
    )

    view = make.laid_out(make.quest_detail(), nodes.replace("[x=1]", ""))

    assert view.nodes == (
        BoundImage(ImageKind.MARK, "gift", "Stone Age"),
        BoundImage(ImageKind.ITEM, "minecraft:furnace", "", 32),
    )
    assert view.plain == ("[Stone Age]",)
    assert view.spoken == ()


@pytest.mark.parametrize(
    ("kind", "image"),
    [
        ("mark", "../../etc/passwd"),
        ("mark", "https://example.org/x.png"),
        ("item", "furnace"),
        ("texture", "minecraft:gui/../../x"),
        ("texture", "minecraft://x"),
    ],
)
def test_an_image_has_no_path_and_no_address(kind: str, image: str) -> None:
    node = f'{{"type": "image", "kind": "{kind}", "image": "{image}"}}'

    with pytest.raises(Exception, match=f"is no name of an? {kind}"):
        make.laid_out(make.quest_detail(), node)


def test_an_image_named_by_the_card_is_checked_when_it_is_bound() -> None:
    node = '{"type": "image", "kind": "texture", "image": "{title}"}'

    assert make.laid_out(make.quest_detail("a:../b"), node).nodes == ()


def test_a_divider_may_hold_words() -> None:
    view = make.laid_out(make.quest_detail(), '{"type": "divider", "label": "{chapter}"}')

    assert view.nodes == (BoundDivider("Getting Started"),)
    assert view.plain == ("— Getting Started —",)
    assert view.spoken == ("Getting Started",)


@pytest.mark.parametrize(
    ("used", "quota", "bound"),
    [
        (4, 200, BoundProgress("Today", 0.02, "4 of 200")),
        (9, 3, BoundProgress("Today", 1.0, "9 of 3")),
        (4, 0, None),
    ],
)
def test_a_bar_always_has_its_words(used: int, quota: int, bound: BoundProgress | None) -> None:
    card = msgspec.structs.replace(USAGE, used=used, quota=quota)
    node = '{"type": "progress", "done": "used", "total": "quota", "label": "Today"}'

    assert make.laid_out(card, node).nodes == ((bound,) if bound else ())


def test_a_chart_is_a_table_for_those_who_cannot_see_it() -> None:
    silent = msgspec.structs.replace(USAGE, spoken=())

    view = make.laid_out(silent, '{"type": "chart", "source": "points", "title": "Days"}')

    assert isinstance(view.nodes[0], BoundChart)
    assert view.plain[:2] == ("Days", "- 1 May: 3 calls")
    assert view.spoken == ("Days", "4 May: 12 calls", "7 May: 4 calls")


@pytest.mark.parametrize("value", [float("inf"), float("nan")])
def test_a_number_that_is_none_costs_the_chart_not_the_card(value: float) -> None:
    assert isinstance(USAGE, UsageOutput)
    point = msgspec.structs.replace(USAGE.points[0], value=value)

    view = make.laid_out(
        msgspec.structs.replace(USAGE, points=(point,)), '{"type": "chart", "source": "points"}'
    )

    assert "no number" in view.fault
    assert view.plain[0] == "Usage"


@pytest.mark.behaviour("GUIDE-009", "CARD-043")
def test_passages_keep_the_number_of_their_citation_on_every_page() -> None:
    view = make.view_of(make.sample("quest_guide"), page=1)

    node = next(n for n in walk(view.nodes) if isinstance(n, BoundPassages))
    assert [passage.number for passage in node.passages] == [4]
    assert (node.page, node.pages) == (1, 2)
    assert [choice.number for choice in view.choices] == [4]


def test_a_passage_from_the_web_shows_its_host_and_opens_nothing() -> None:
    view = make.view_of(make.sample("knowledge"))

    node = next(n for n in walk(view.nodes) if isinstance(n, BoundPassages))
    assert (node.passages[2].address, node.passages[2].choice) == ("wiki.example.org", None)
