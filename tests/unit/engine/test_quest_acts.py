"""Claiming, handing in and gifts, in the demo world and on a link that only reads."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from companion.cards.library import load_library
from companion.cards.view_state import CardViewState
from companion.client.presentation import Presentation
from companion.client.state import LiveCard
from companion.games.demo.link import DemoLink
from companion.games.quest_book import quest_id_text
from companion.protocol.cards.builder import CardButton, ServerAction
from companion.protocol.cards.quest_detail import QuestOutput, QuestSubmission
from companion.protocol.cards.quest_list import QuestList
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.starter_gifts import StarterGiftOutput
from companion.protocol.cards.update import ReplaceCard
from companion.protocol.responses import Notice
from companion.support.errors import Failure
from tests.helpers.clock import ManualClock
from tests.helpers.engine_client import Mind, Told, words
from tests.helpers.engine_link import FakeLink, book_of, quest
from tests.helpers.engine_world import world
from tests.helpers.quest_watch import watching

HONEY, CRAFT, DUES, SCHOLAR, DAILY = 0xB1200, 0xA1300, 0xD1200, 0xD1300, 0xD1400


class ForgetfulLink(DemoLink):
    """A game that hears a claim and does nothing."""

    def claim_reward(self, player: object, quest: int, reward: int) -> None:
        """Lose it."""


def guild() -> DemoLink:
    """The demo world with the guild's chapter open."""
    link = DemoLink()
    link.submit_task(None, HONEY, 0xB1201)
    return link


def buttons(answer: Told, action: str) -> list[CardButton]:
    card = answer.card
    assert card is not None
    return [
        b
        for b in card.build_card().buttons
        if isinstance(b.action, ServerAction) and b.action.action == action
    ]


async def open_quest(someone: Mind, number: int, **more: str) -> Told:
    return (await someone.press("system:quest_detail", quest=quest_id_text(number), **more))[1]


async def press(someone: Mind, button: CardButton) -> Told:
    assert isinstance(button.action, ServerAction)
    return (await someone.press(button.action.action, **button.action.arguments))[1]


@pytest.mark.behaviour("QUEST-017", "QUEST-020", "QUEST-074")
async def test_a_reward_is_taken_by_its_button_and_only_once(tmp_path: Path) -> None:
    link = DemoLink()
    async with world(link, tmp_path) as someone:
        shown = await open_quest(someone, CRAFT)
        button = buttons(shown, "system:quest_claim")[0]
        before = link.inventory().get("minecraft:gold_ingot", 0)
        taken = await press(someone, button)
        again = await press(someone, button)
    assert words(taken.text) == "The reward is yours."
    assert link.inventory()["minecraft:gold_ingot"] == before + 4
    assert again.failure == Failure.OUTDATED_CARD


@pytest.mark.behaviour("QUEST-018")
async def test_a_reference_is_good_for_two_minutes(tmp_path: Path) -> None:
    clock = ManualClock()
    async with world(DemoLink(), tmp_path, clock=clock) as someone:
        button = buttons(await open_quest(someone, CRAFT), "system:quest_claim")[0]
        clock.advance(120)
        late = await press(someone, button)
    assert late.failure == Failure.OUTDATED_CARD


@pytest.mark.behaviour("QUEST-019")
async def test_a_claim_that_the_game_did_not_record_is_no_success(tmp_path: Path) -> None:
    async with world(ForgetfulLink(), tmp_path) as someone:
        button = buttons(await open_quest(someone, CRAFT), "system:quest_claim")[0]
        told = await press(someone, button)
    assert told.failure == "claim_not_recorded"
    assert "has not recorded" in words(told.text)


@pytest.mark.behaviour("QUEST-078")
async def test_one_thing_of_a_choice_is_given_and_a_place_beyond_it_refused(tmp_path: Path) -> None:
    link = guild()
    for task in (0xD1201, 0xD1202, 0xD1203):
        link.submit_task(None, DUES, task)
    async with world(link, tmp_path) as someone:
        card = (await open_quest(someone, DUES)).card
        assert isinstance(card, QuestOutput)
        assert [choice.name for choice in card.choices] == ["Diamond", "4x Emerald", "2x Lantern"]
        action = card.choices[1].action
        assert action is not None
        arguments = dict(action.arguments)
        _, wrong = await someone.press(action.action, **{**arguments, "option": "3"})
        _, right = await someone.press(action.action, **arguments)
    assert wrong.failure == Failure.INVALID_INPUT
    assert words(right.text) == "The reward is yours."
    assert (link.inventory()["minecraft:emerald"], link.inventory().get("minecraft:lantern")) == (
        4,
        None,
    )


@pytest.mark.behaviour("QUEST-057", "QUEST-060", "QUEST-065")
async def test_handing_in_says_whether_anything_changed(tmp_path: Path) -> None:
    link = DemoLink()
    async with world(link, tmp_path) as someone:
        shown = await open_quest(someone, HONEY)
        assert isinstance(shown.card, QuestOutput)
        assert shown.card.submission is QuestSubmission.SUBMIT
        done = await press(someone, buttons(shown, "system:quest_submit")[0])
        _, nothing = await someone.press("system:quest_submit", quest=quest_id_text(HONEY))
    assert words(done.text) == "Quest complete."
    assert words(nothing.text).startswith("Nothing changed")


@pytest.mark.behaviour("QUEST-062")
async def test_a_tick_button_refuses_a_quest_that_asks_for_more(tmp_path: Path) -> None:
    link = DemoLink()
    async with world(link, tmp_path) as someone:
        _, refused = await someone.press(
            "system:quest_submit", quest=quest_id_text(HONEY), checkmark_only="true"
        )
    assert refused.failure == Failure.INPUT_CHANGED
    assert link.inventory()["minecraft:honey_bottle"] == 3


async def test_goals_in_order_are_handed_in_one_after_the_other(tmp_path: Path) -> None:
    link = guild()
    async with world(link, tmp_path) as someone:
        _, done = await someone.press("system:quest_submit", quest=quest_id_text(DUES))
    assert words(done.text) == "Quest complete."
    assert DUES in link.progress().completed


async def test_what_the_game_notices_itself_has_no_button(tmp_path: Path) -> None:
    async with world(guild(), tmp_path) as someone:
        shown = await open_quest(someone, SCHOLAR)
    assert isinstance(shown.card, QuestOutput)
    assert shown.card.submission is QuestSubmission.NONE
    assert buttons(shown, "system:quest_submit") == []


@pytest.mark.behaviour("QUEST-016")
async def test_four_rewards_a_page_and_buttons_to_the_rest(tmp_path: Path) -> None:
    async with world(guild(), tmp_path) as someone:
        first = await open_quest(someone, SCHOLAR)
        (more,) = buttons(first, "system:quest_detail")
        second = await press(someone, more)
    assert isinstance(first.card, QuestOutput)
    assert isinstance(second.card, QuestOutput)
    sizes = [len(c.rewards) + len(c.reward_icons) for c in (first.card, second.card)]
    assert sizes == [4, 3]
    assert words(more.label) == "More rewards"


@pytest.mark.behaviour("QUEST-012", "QUEST-013", "QUEST-066")
async def test_opening_a_gift_shows_all_gifts_without_their_names(tmp_path: Path) -> None:
    async with world(guild(), tmp_path) as someone:
        shown = await open_quest(someone, 0xD1000)
    card = shown.card
    assert isinstance(card, StarterGiftOutput)
    assert [(tile.name, tile.count) for tile in card.items] == [("Bread", 5), ("Torch", 8)]
    assert [icon.amount for icon in card.icons] == ["10"]
    assert "Founders" not in msgspec.json.encode(card).decode()


@pytest.mark.behaviour("QUEST-068", "QUEST-069", "QUEST-070")
async def test_all_gifts_are_taken_with_one_press_and_without_a_word(tmp_path: Path) -> None:
    link, clock = guild(), ManualClock()
    async with world(link, tmp_path, clock=clock) as someone:
        button = buttons((await someone.say("/gifts"))[1], "system:starter_gift_claim")[0]
        clock.advance(3600)
        told = await press(someone, button)
    (update,) = someone.peer.replies[-1].cards
    assert isinstance(update, ReplaceCard)
    assert isinstance(update.data, StarterGiftOutput)
    assert (update.ref.revision, update.data.groups) == (1, ())
    assert (told.spoken, words(told.text)) == ((), "")
    assert not [m for m in someone.peer.sent if isinstance(m, Notice)]
    assert link.inventory()["minecraft:torch"] == 11 + 8
    assert {0xD1011, 0xD1012, 0xD1111, 0xD1112} <= link.progress().claimed


async def test_somebody_elses_reference_takes_nothing_of_a_batch(tmp_path: Path) -> None:
    link = guild()
    async with world(link, tmp_path) as someone:
        button = buttons((await someone.say("/gifts"))[1], "system:starter_gift_claim")[0]
        assert isinstance(button.action, ServerAction)
        refs = button.action.arguments["refs"] + ",not-one-of-ours"
        _, refused = await someone.press("system:starter_gift_claim", refs=refs)
    assert refused.failure == Failure.OUTDATED_CARD
    assert 0xD1011 not in link.progress().claimed


@pytest.mark.behaviour("QUEST-063", "QUEST-067")
@pytest.mark.parametrize("said", ["claim all gifts", "submit honey for everyone", "claim it"])
async def test_words_alone_change_nothing(said: str, tmp_path: Path) -> None:
    link = guild()
    before = link.progress()
    async with world(link, tmp_path) as someone:
        await someone.say(said)
    assert link.progress() is before


@pytest.mark.behaviour("QUEST-088", "QUEST-001")
async def test_a_link_that_reads_offers_no_button_and_names_the_quest_book(tmp_path: Path) -> None:
    link = FakeLink(book_of(quest(1, "Wood")))
    async with world(link, tmp_path) as someone:
        _, shown = await someone.say("/open 1")
        _, refused = await someone.press("system:quest_submit", quest=quest_id_text(1))
        _, listed = await someone.say("/quests")
    assert refused.failure == Failure.NOT_PERMITTED
    assert isinstance(listed.card, QuestList)
    assert shown.card is None or buttons(shown, "system:quest_submit") == []


@pytest.mark.behaviour("QUEST-064", "QUEST-092")
async def test_a_submission_is_told_by_its_reply_and_by_no_notice(tmp_path: Path) -> None:
    link = DemoLink()
    async with world(link, tmp_path) as someone:
        await watching(someone)
        await someone.press("system:quest_submit", quest=quest_id_text(HONEY))
        unlocked = await someone.peer.until(Notice, lambda one: "new" in words(one.text))
    said = [words(m.text) for m in someone.peer.sent if isinstance(m, Notice)]
    assert not any(text.startswith("Quest complete") for text in said)
    assert words(unlocked.text) == "Three new quests are open."


def spoken(answer: Told, heard: str, locale: str) -> ServerAction:
    """What a player's words press on the card they see."""
    assert answer.card is not None
    seen = Presentation(load_library(locale))
    view = seen.view(LiveCard(CardRef(UUID(int=1), 0), answer.card, CardViewState()))
    found = seen.spoken_button(heard, seen.language, view)
    assert found is not None
    assert isinstance(found.action, ServerAction)
    return found.action


@pytest.mark.behaviour("QUEST-017")
@pytest.mark.parametrize(
    ("heard", "locale"), [("claim gold ingot", "en_us"), ("领取金锭", "zh_cn")], ids=["en", "zh"]
)
async def test_a_reward_is_taken_by_saying_its_button(
    heard: str, locale: str, tmp_path: Path
) -> None:
    link = DemoLink()
    before = link.inventory().get("minecraft:gold_ingot", 0)
    async with world(link, tmp_path) as someone:
        someone.peer.locale = locale
        action = spoken(await open_quest(someone, CRAFT), heard, locale)
        _, taken = await someone.press(action.action, **action.arguments)
    assert words(taken.text) == "The reward is yours."
    assert link.inventory()["minecraft:gold_ingot"] == before + 4


@pytest.mark.parametrize(
    ("heard", "title"),
    [
        ("which rewards can I claim", "engine.title.claimable"),
        ("有哪些奖励可以领", "engine.title.claimable"),
        ("what can I hand in", "engine.title.submittable"),
        ("/claimable", "engine.title.claimable"),
        ("/可提交", "engine.title.submittable"),
        ("哪些任务可以提交", "engine.title.submittable"),
    ],
)
async def test_what_waits_is_listed_when_asked_in_words(
    heard: str, title: str, tmp_path: Path
) -> None:
    async with world(DemoLink(), tmp_path) as someone:
        _, told = await someone.say(heard)
    assert isinstance(told.card, QuestList)
    assert told.card.title.key == title
