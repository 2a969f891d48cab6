"""What each node type makes of a card."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from companion.cards.binding import Context, flatten
from companion.cards.nodes.node import Node
from companion.cards.nodes.quest_list import QuestListNode
from companion.cards.view import (
    BoundButtons,
    BoundChoices,
    BoundHeading,
    BoundItems,
    BoundQuestList,
    BoundText,
    Span,
)
from companion.cards.view_state import CardViewState
from companion.language.phrase import literal
from companion.language.translations import Translations
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.quest_list import QuestBrief
from tests.helpers import cards_make as make


def text_of(nodes: str, **detail: object) -> BoundText:
    view = make.laid_out(make.quest_detail(**detail), nodes)  # type: ignore[arg-type]
    assert isinstance(view.nodes[0], BoundText), view.fault
    return view.nodes[0]


@pytest.mark.behaviour("CARD-038")
def test_a_text_shows_its_words_in_its_role() -> None:
    bound = text_of('{"type": "text", "text": "{title}\\n!", "style": ["hint", "strong"]}')

    assert bound == BoundText(((Span("Stone Age", bold=True),), (Span("!", bold=True),)), "hint")


def test_a_text_can_lean() -> None:
    assert text_of('{"type": "text", "text": "x", "style": "italic"}').lines == (
        (Span("x", italic=True),),
    )


def test_lines_of_the_card_keep_paragraphs_and_lose_empty_edges() -> None:
    bound = text_of('{"type": "text", "lines": "description"}', description=("", "a", "", "b", " "))

    assert bound.lines == ((Span("a"),), (), (Span("b"),))


@pytest.mark.parametrize(("most", "expected"), [(3, ["a", "", "b"]), (2, ["a …"]), (1, ["a …"])])
def test_a_long_text_ends_in_an_ellipsis(most: int, expected: list[str]) -> None:
    nodes = f'{{"type": "text", "lines": "description", "max_lines": {most}}}'

    bound = text_of(nodes, description=("a", "", "b"))

    assert ["".join(span.text for span in line) for line in bound.lines] == expected


@pytest.mark.parametrize(
    "node",
    [
        '{"type": "text", "text": " {subtitle} "}',
        '{"type": "text", "text": "First: {missing}", "needs": "missing"}',
    ],
)
def test_what_has_nothing_to_show_is_left_out(node: str) -> None:
    assert make.laid_out(make.quest_detail(), node).nodes == ()


def test_a_heading_holds_title_count_hint_and_icon() -> None:
    view = make.laid_out(
        make.item_sources(),
        '{"type": "heading", "text": "{title}\\n!", "badge": "{quests|count}", "hint": "{line}", '
        '"icon": "items"}',
    )

    assert view.nodes == (
        BoundHeading((Span("Furnace"), Span("!")), "1", "Smelts ore.", make.FURNACE),
    )
    assert view.plain == ("Furnace! (1)", "Smelts ore.")


def test_a_heading_without_items_has_no_icon() -> None:
    bare = msgspec.structs.replace(make.quest_detail(), tasks=(), rewards=())

    view = make.laid_out(bare, '{"type": "heading", "text": "x", "icon": "groups"}')

    assert view.nodes == (BoundHeading((Span("x"),)),)


@pytest.mark.behaviour("CARD-007", "CARD-052")
def test_buttons_are_those_of_the_cards_body() -> None:
    view = make.laid_out(make.quest_detail(), '{"type": "buttons"}')

    assert isinstance(view.nodes[0], BoundButtons)
    assert [button.id for button in view.nodes[0].buttons] == ["read"]
    assert view.plain == ("[Read aloud]",)


@pytest.mark.behaviour("CARD-007")
def test_a_template_cannot_place_a_button_that_the_card_has_not() -> None:
    nodes = '{"type": "buttons", "only": ["give_all", "close"]}'

    assert make.laid_out(make.quest_detail(), nodes).nodes == ()


@pytest.mark.behaviour("CARD-036", "CARD-037")
def test_items_are_shown_in_titled_groups() -> None:
    view = make.laid_out(make.quest_detail(), '{"type": "items", "source": "groups"}')

    assert isinstance(view.nodes[0], BoundItems)
    assert [group.title for group in view.nodes[0].groups] == ["Goals", "Rewards"]
    assert view.nodes[0].groups[0].items[0] is make.FURNACE
    assert view.plain == ("Goals", "- 8 × Furnace (6/8)", "Rewards", "- 50 × Experience")


def test_a_list_of_items_is_one_group() -> None:
    noted = ItemPreview("", "§aApple", note=literal("§cripe"))
    card = msgspec.structs.replace(make.item_sources(), item=noted)

    view = make.laid_out(card, '{"type": "items", "source": "items", "title": "{title}:"}')

    assert view.plain == ("Apple:", "- Apple · ripe")


def test_a_group_shows_at_most_what_the_template_says() -> None:
    card = msgspec.structs.replace(make.quest_detail(), tasks=(make.FURNACE,) * 9, rewards=())

    view = make.laid_out(card, '{"type": "items", "source": "groups", "most": 4}')

    assert isinstance(view.nodes[0], BoundItems)
    assert len(view.nodes[0].groups[0].items) == len(view.nodes[0].groups[0].notes) == 4


def test_a_row_tells_title_state_and_progress() -> None:
    rows = make.laid_out(
        make.quest_list(("§aStone\nAge",)), '{"type": "quest_list", "source": "quests"}'
    ).nodes[0]

    assert isinstance(rows, BoundQuestList)
    row = rows.rows[0]
    assert "".join(span.text for span in row.title) == "Stone Age"
    assert (row.line, row.fraction, row.icon) == ("1 of 4 done", 0.25, make.FURNACE)


@pytest.mark.parametrize(
    ("done", "total", "fraction"), [(0, 0, -1.0), (9, 4, 1.0), (-1, 4, 0.0), (2, 4, 0.5)]
)
def test_progress_stays_between_nothing_and_all(done: int, total: int, fraction: float) -> None:
    card = msgspec.structs.replace(
        make.quest_list(), quests=(make.brief(1, "x", done=done, total=total),)
    )

    rows = make.laid_out(card, '{"type": "quest_list", "source": "quests"}').nodes[0]

    assert isinstance(rows, BoundQuestList)
    assert rows.rows[0].fraction == fraction


def test_a_row_without_a_line_of_state_is_its_title() -> None:
    bare = msgspec.structs.replace(make.brief(1, "Stone Age"), line=literal(""))
    card = msgspec.structs.replace(make.quest_list(), quests=(bare,))

    view = make.laid_out(card, '{"type": "quest_list", "source": "quests"}')

    assert view.plain == ("1. Stone Age",)


@pytest.mark.parametrize(
    ("empty", "plain"), [("%card.quest_list.empty%", ("Nothing here at the moment.",)), ("", ())]
)
def test_an_empty_list_says_so(empty: str, plain: tuple[str, ...]) -> None:
    nodes = f'{{"type": "quest_list", "source": "quests", "empty": "{empty}"}}'

    assert make.laid_out(make.quest_list(()), nodes).plain == plain


class Counted(tuple[QuestBrief, ...]):
    """Quests that know which of them were looked at."""

    seen: list[int]

    def __getitem__(self, index: object) -> object:  # type: ignore[override]
        found = super().__getitem__(index)  # type: ignore[index]
        self.seen += [quest.number for quest in found] if isinstance(found, tuple) else []
        return found


def quests_on_page(page: int) -> tuple[Context, Counted]:
    card = make.quest_list(tuple(f"Quest {n}" for n in range(1, 201))).build_card()
    quests = Counted(card.lists["quests"])  # type: ignore[arg-type]
    quests.seen = []
    card = replace(card, lists={"quests": quests})
    return flatten(card, CardViewState(page), Translations("en_us", {})), quests


@pytest.mark.behaviour("CARD-044")
def test_only_the_rows_of_the_visible_page_are_built() -> None:
    context, quests = quests_on_page(page=39)

    bound = QuestListNode(type="quest_list", source="quests").bind(context)

    assert bound is not None
    assert [row.choice.number for row in bound.rows] == [196, 197, 198, 199, 200]
    assert quests.seen == [196, 197, 198, 199, 200]


def test_choices_are_numbered_and_explained() -> None:
    nodes = '{"type": "choices", "source": "lines", "detail": "does"}'

    view = make.laid_out(make.help_card(), nodes)

    assert view.plain == ("1. show my quests · lists them", "2. help · shows this")


def test_a_detail_may_be_plain_text() -> None:
    nodes = '{"type": "choices", "source": "quests", "detail": "title"}'

    view = make.laid_out(make.quest_list(("§aStone Age",)), nodes)

    assert view.plain == ("1. Stone Age · Stone Age",)


def test_choices_turn_pages_like_a_list() -> None:
    card = make.selection(tuple("abcdefg"))
    library = make.library_with(
        "system:selection", '{"nodes": [{"type": "choices", "page_size": 3}]}'
    )

    view = make.view_with(card, library, page=2)

    assert view.plain == ("7. g",)
    assert view.nodes == (BoundChoices(view.nodes[0].lines, 2, 3),)  # type: ignore[union-attr]


def test_a_card_without_choices_shows_none() -> None:
    assert make.laid_out(make.quest_detail(), '{"type": "choices"}').nodes == ()


@pytest.mark.behaviour("CARD-030")
@pytest.mark.parametrize(
    ("node", "fault"),
    [
        ('{"type": "quest_list", "source": "title"}', "no list 'title'"),
        ('{"type": "quest_list", "source": "lines"}', "no quest"),
        ('{"type": "items", "source": "lines"}', "no list of items"),
        ('{"type": "heading", "text": "x", "icon": "lines"}', "no list of items"),
        ('{"type": "choices", "source": "lines", "detail": "action"}', "no text 'action'"),
        ('{"type": "choices", "source": "lines", "detail": "__class__"}', "no text"),
    ],
)
def test_a_node_that_does_not_fit_the_card_falls_back(node: str, fault: str) -> None:
    view = make.laid_out(make.help_card(), node)

    assert fault in view.fault
    assert view.plain[0] == "What you can say"


@pytest.mark.parametrize(
    ("node", "fault"),
    [
        ('{"type": "quest_list", "source": "quests"}', "cannot be opened"),
        ('{"type": "choices", "source": "quests", "detail": "title"}', "has 1 entries"),
        ('{"type": "choices", "source": "plain", "detail": "title"}', "no text 'title'"),
    ],
)
def test_rows_and_choices_must_belong_together(node: str, fault: str) -> None:
    view = make.laid_out(make.Mismatched(), node)  # type: ignore[arg-type]

    assert fault in view.fault


def test_a_node_type_must_say_what_it_does() -> None:
    node: Node[None] = Node(type="example:bare")

    with pytest.raises(NotImplementedError):
        node.bind(quests_on_page(0)[0])
    with pytest.raises(NotImplementedError):
        node.spoken(None)


def test_a_heading_that_counts_nothing_has_no_badge() -> None:
    none = msgspec.structs.replace(make.item_sources(), quests=())
    view = make.laid_out(none, '{"type": "heading", "text": "x", "badge": "{quests|count}"}')

    assert view.nodes == (BoundHeading((Span("x"),)),)
