"""From card data to a view."""

from __future__ import annotations

import logging
import re

import msgspec
import pytest

from companion.cards.library import CardLibrary, load_library
from companion.cards.pressable import buttons_in
from companion.cards.template_reader import decode_template
from companion.cards.view import (
    BoundButtons,
    BoundChoices,
    BoundQuestList,
    BoundText,
    Span,
    Variant,
    walk,
)
from companion.language.phrase import literal, phrase
from companion.protocol.cards.builder import LocalAction
from companion.protocol.cards.catalog import CardData
from companion.support.errors import CardError
from companion.support.resources import LOCALES
from tests.helpers import cards_make as make


@pytest.mark.behaviour("CARD-002", "CARD-003", "CARD-032")
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("card", make.every_card(), ids=lambda card: type(card).__name__)
def test_every_card_is_laid_out_by_its_template(
    card: CardData, variant: Variant, locale: str
) -> None:
    view = make.view_of(card, locale=locale, variant=variant)

    assert view.fault == ""
    assert view.nodes
    assert view.title
    assert not [line for line in view.plain if re.search(r"[{}]|%[a-z_.]+%", line)]


@pytest.mark.behaviour("CARD-005")
def test_a_card_reads_in_the_language_of_the_client() -> None:
    card = make.quest_detail()

    assert "Goals" in make.view_of(card).plain
    assert "目标" in make.view_of(card, locale="zh_cn").plain


@pytest.mark.behaviour("CARD-011")
def test_a_card_can_be_read_as_lines() -> None:
    assert make.view_of(make.quest_list(make.TITLES[:2])).plain == (
        "Open quests (2)",
        "say a name",
        "1. Stone Age · 1 of 4 done",
        "2. Shiny Things · 1 of 4 done",
    )


@pytest.mark.behaviour("CARD-011")
def test_the_buttons_of_plain_rows_carry_the_numbers_that_can_be_said() -> None:
    view = make.view_of(make.quest_list(make.TITLES[:2]), variant=Variant.PLAIN)
    rows = [button for button in buttons_in(view.nodes) if button.id.startswith("row_")]

    assert [(button.number, button.label) for button in rows] == [
        (1, "Stone Age"),
        (2, "Shiny Things"),
    ]


@pytest.mark.parametrize(("page", "shown"), [(0, 0), (1, 1), (7, 1)])
def test_a_page_beyond_the_last_shows_the_last(page: int, shown: int) -> None:
    view = make.short_pages(page=page)

    assert (view.page, view.pages) == (shown, 2)


@pytest.mark.behaviour("NOTE-007", "CARD-054")
def test_a_list_of_quests_has_ten_rows_a_page_and_scrolls_in_the_window_only() -> None:
    quests = make.quest_list(tuple(f"Quest {n}" for n in range(23)))
    sizes = [len(make.view_of(quests, page=page).choices) for page in range(3)]
    window, overlay = (
        next(
            n for n in walk(make.view_of(quests, variant=v).nodes) if isinstance(n, BoundQuestList)
        )
        for v in (Variant.FULL, Variant.NOTIFICATION)
    )

    assert sizes == [10, 10, 3]
    assert (window.visible_rows, overlay.visible_rows) == (6, 0)


@pytest.mark.behaviour("NOTE-008", "QUEST-029")
def test_a_list_of_unlocked_quests_has_the_capacity_of_a_grid_and_no_numbers() -> None:
    view = make.view_of(make.sample("quest_list_unlocked"), variant=Variant.NOTIFICATION)
    rows = next(node for node in walk(view.nodes) if isinstance(node, BoundQuestList))

    assert not rows.numbered
    assert [button.id for button in view.buttons] == ["view_quests", "close"]


def test_a_list_that_fits_has_one_page() -> None:
    assert make.view_of(make.quest_list(make.TITLES[:5])).pages == 1


def test_rows_keep_their_number_and_count_their_place_on_the_page() -> None:
    view = make.short_pages(page=1)

    assert [(choice.number, choice.position) for choice in view.choices] == [(6, 1), (7, 2)]


@pytest.mark.behaviour("NOTE-004", "NOTE-006")
def test_waiting_disables_server_actions_only() -> None:
    view = make.view_of(
        make.quest_list(), variant=Variant.NOTIFICATION, waiting=True, can_go_back=True
    )

    assert not any(choice.enabled for choice in view.choices)
    assert [button.id for button in view.buttons] == ["back", "close"]


@pytest.mark.behaviour("NOTE-004")
def test_a_waiting_server_button_cannot_be_pressed() -> None:
    waiting = make.laid_out(make.selection(), '{"type": "buttons"}', waiting=True)

    assert waiting.buttons == ()
    assert isinstance(waiting.nodes[0], BoundButtons)
    assert not any(button.enabled for button in waiting.nodes[0].buttons)


@pytest.mark.behaviour("CARD-016")
def test_a_button_carries_label_and_key_and_is_decided_by_its_action() -> None:
    english = make.view_of(make.quest_detail()).buttons[0]
    chinese = make.view_of(make.quest_detail(), locale="zh_cn").buttons[0]

    assert (english.label, chinese.label) == ("Read aloud", "朗读")
    assert english.label_key == chinese.label_key == "button.read_aloud"
    assert english.action == chinese.action == LocalAction("repeat")


@pytest.mark.behaviour("CARD-052")
@pytest.mark.parametrize("variant", [Variant.NOTIFICATION, Variant.COMPACT])
def test_the_foot_is_made_by_code_and_always_leads_out(variant: Variant) -> None:
    opened = make.view_of(make.quest_detail(), variant=variant, can_go_back=True)
    plain = make.view_of(make.quest_list(), variant=variant)

    assert [button.id for button in opened.footer] == ["back", "close"]
    assert [button.id for button in plain.footer] == ["close"]


def test_the_full_card_has_no_foot() -> None:
    assert make.view_of(make.quest_detail(), can_go_back=True).footer == ()


def test_a_card_with_its_own_way_back_gets_no_second_one() -> None:
    view = make.view_with(
        make.WithBack(), load_library("en_us"), variant=Variant.COMPACT, back=True
    )

    assert [button.id for button in view.footer] == ["home", "close"]


@pytest.mark.behaviour("CARD-009", "CARD-010")
def test_one_plain_text_without_a_button_is_a_message() -> None:
    text = '{"type": "text", "text": "{title}"}'
    listed = msgspec.structs.replace(make.item_sources(), quests=())

    assert make.laid_out(listed, text).is_message
    assert not make.laid_out(make.quest_detail(), text).is_message
    assert not make.laid_out(listed, text + "," + text).is_message


@pytest.mark.behaviour("CARD-030")
def test_a_missing_template_leaves_the_summary_and_the_buttons(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bare = CardLibrary({}, load_library("en_us").translations)

    with caplog.at_level(logging.WARNING):
        view = make.view_with(make.quest_detail(title="§aStone Age"), bare)

    assert view.nodes[0] == BoundText(((Span("Stone Age"),),))
    assert view.plain == ("Stone Age", "[Read aloud]")
    assert "no template system:quest_detail" in view.fault
    assert "no template system:quest_detail" in caplog.text


@pytest.mark.behaviour("CARD-030")
def test_a_broken_template_names_its_place_and_keeps_the_choices() -> None:
    with pytest.raises(CardError) as error:
        decode_template(b'{"nodes": [\n{"type": "nothing"}]}', "system/help.json")
    broken = CardLibrary({"system:help": error.value}, load_library("en_us").translations)

    view = make.view_with(make.help_card(), broken)

    assert view.fault.startswith("system/help.json:2:10: ")
    assert isinstance(view.nodes[1], BoundChoices)
    assert [choice.label for choice in view.choices] == ["show my quests", "help"]


def test_names_that_clash_fall_back_like_a_broken_template() -> None:
    view = make.view_with(make.Clashing(), load_library("en_us"))

    assert "names title twice" in view.fault
    assert view.plain == ("Clash",)


@pytest.mark.parametrize("outside", ["<b>bold</b>", "{count}", "%button.close%", "{title|upper}"])
def test_a_title_from_outside_is_text_whatever_it_looks_like(outside: str) -> None:
    view = make.view_of(make.quest_list((outside,)))

    assert view.choices[0].label == outside
    assert view.plain[2] == f"1. {outside} · 1 of 4 done"
    assert make.view_of(make.quest_detail(title=outside)).title == outside


def test_what_is_said_is_made_for_the_ear() -> None:
    spoken = (literal("§aOne **quest**. See https://a.b/c!"), phrase("card.quest.missing"))

    view = make.view_of(make.quest_list(spoken=spoken))

    assert view.spoken == ("One quest.", "See!", "First finish:")


def test_a_card_that_says_nothing_is_read_from_its_nodes() -> None:
    view = make.view_of(make.quest_list(make.TITLES[:1]))

    assert view.spoken == ("Open quests", "1. Stone Age, 1 of 4 done")


def test_buttons_are_not_read_aloud() -> None:
    view = make.laid_out(make.quest_detail(), '{"type": "buttons"}')

    assert view.spoken == ()


def test_the_fallback_says_the_summary() -> None:
    view = make.view_with(make.quest_detail(), CardLibrary({}, load_library("en_us").translations))

    assert view.spoken == ("Stone Age",)


@pytest.mark.parametrize("can_go_back", [False, True])
def test_plain_text_has_each_button_once(can_go_back: bool) -> None:
    view = make.view_of(make.quest_list(), variant=Variant.PLAIN, can_go_back=can_go_back)

    shown = [button.id for button in (*buttons_in(view.nodes), *view.footer)]
    assert len(shown) == len(set(shown))
    assert {"close", *(["back"] if can_go_back else [])} <= set(shown)
