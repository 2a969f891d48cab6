"""The demo world holds what a first look needs, in every language."""

from __future__ import annotations

import itertools

import pytest

from companion.games.demo.link import DemoLink
from companion.games.demo.world import load_world
from companion.games.link import Capability
from companion.games.quest_rules import can_start, claimable, is_completed, visible
from companion.games.registry import open_link
from companion.games.search import find_quests
from companion.language.pinyin import toneless
from companion.support.resources import LOCALES

PAGE = 5
GUILD = {number for number in DemoLink().book("en_us").quests if number >> 16 == 0xD}
"""The chapter that shows once the honey is handed in."""


@pytest.fixture(params=LOCALES)
def locale(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def test_no_folder_means_the_demo_world() -> None:
    link = open_link(None)
    assert (link.id, link.world_name()) == ("demo", "Greenvale")
    assert {Capability.QUESTS, Capability.PROGRESS, Capability.INVENTORY} <= link.capabilities


def test_open_quests_fill_three_pages(locale: str) -> None:
    link = DemoLink()
    book, progress = link.book(locale), link.progress()
    shown = visible(book, progress)
    waiting = [q for q in shown if claimable(book, progress, q)]
    started = [
        q for q in shown if can_start(book, progress, q) and not is_completed(book, progress, q)
    ]
    assert 2 * PAGE < len(started) + len(waiting) <= 3 * PAGE
    assert (len(waiting), len(book.quests) - len(shown)) == (1, 1 + len(GUILD))
    assert len(started) >= 12


def test_the_hidden_quest_shows_once_the_gate_is_passed() -> None:
    link = DemoLink()
    book = link.book("en_us")
    (hidden,) = book.quests.keys() - visible(book, link.progress()) - GUILD
    assert find_quests(book, book.quests[hidden].title, visible(book, link.progress())) == ()
    assert book.quests[hidden].dependencies


def test_stone_age_lacks_two_furnaces() -> None:
    link = DemoLink()
    book = link.book("en_us")
    quest = book.quests[find_quests(book, "Stone Age")[0].quest]
    (task,) = quest.tasks
    assert (task.title, task.goods.item) == ("8x Furnace", "minecraft:furnace")
    assert link.progress().task_progress[task.id] == 6
    assert link.inventory()["minecraft:furnace"] == 6


def test_every_text_is_there_in_every_language() -> None:
    world = load_world()
    texts = [*world.items.values(), world.title, *(c.title for c in world.chapters)]
    texts += [t for c in world.chapters for q in c.quests for t in (q.title, q.subtitle)]
    assert all(text.keys() == set(LOCALES) and all(text.values()) for text in texts)
    descriptions = [q.description for c in world.chapters for q in c.quests]
    assert all(d.keys() == set(LOCALES) for d in descriptions)


def test_titles_cannot_be_taken_for_each_other(locale: str) -> None:
    book = DemoLink().book(locale)
    for one, other in itertools.permutations(book.quests.values(), 2):
        assert toneless(one.title) != toneless(other.title)
        best = find_quests(book, one.title)[0]
        assert (best.quest, best.exact) == (one.id, True)


def test_an_unknown_locale_reads_english() -> None:
    quests = DemoLink().book("fr_fr").quests.values()
    assert "Stone Age" in {quest.title for quest in quests}


def test_progress_names_only_what_exists() -> None:
    book, progress = DemoLink().book("en_us"), DemoLink().progress()
    quests = book.quests.values()
    tasks = {task.id for quest in quests for task in quest.tasks}
    known = tasks | book.quests.keys() | {chapter.id for chapter in book.chapters} | {1}
    assert progress.completed | progress.started | progress.task_progress.keys() <= known
    assert progress.claimed <= {reward.id for quest in quests for reward in quest.rewards}


def test_what_can_be_made_is_named_in_every_language() -> None:
    link = DemoLink()
    ways = [way for item in link.recipes().by_item.values() for way in item]
    named = {one for way in ways for choice in way.taken for one in choice} | {w.item for w in ways}
    for locale in ("en_us", "zh_cn"):
        assert named <= link.item_names(locale).keys()
    furnace = link.recipes().by_item["minecraft:furnace"][0]
    assert (furnace.width, furnace.taken.count(("minecraft:cobblestone",))) == (3, 8)
