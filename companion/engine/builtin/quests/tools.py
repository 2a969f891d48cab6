"""Read-only tools over the quest book: lists, a search, one quest, gifts, the list last seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

import msgspec

from companion.engine.answer import Answer
from companion.engine.builtin.quests.claim_refs import ClaimRefs, bound
from companion.engine.builtin.quests.detail import detail
from companion.engine.builtin.quests.gift_card import gifts_answer
from companion.engine.builtin.quests.lists import listed
from companion.engine.builtin.quests.offers import Give, Page, with_offers
from companion.engine.builtin.quests.search import SURE, SURE_TO_MAKE, choice, named
from companion.engine.module import NoInput
from companion.engine.narration.stories import Stories
from companion.engine.narration.tellers import told_by
from companion.engine.quest_views.goods import bare_name
from companion.engine.quest_views.scene import Scene
from companion.engine.seen import Seen
from companion.engine.services import Game, language_of_locale
from companion.engine.shared_tools import (
    DETAIL,
    FIND,
    QUERY,
    STARTER_GIFTS,
    GiftQuery,
    OneQuest,
    QuestName,
    QuestQuery,
)
from companion.engine.tools.tool import Tool, ToolCall, ToolType
from companion.protocol.cards.quest_detail import QuestOutput
from companion.support.errors import CompanionError, Failure

LAST: ToolType[NoInput, tuple[int, ...]] = ToolType("system.last_list", NoInput, tuple[int, ...])

OPENED: ToolType[NoInput, int] = ToolType("system.last_quest", NoInput, int)


@dataclass(frozen=True, slots=True)
class Book:
    """What the reading tools share.

    Attributes:
        refs: None where the link cannot act: then nothing is offered.
        last: Quests of the list whose numbers a player last saw.
        opened: The quest that a player was last shown by itself; 0 for none.
        stories: How quests are told.
    """

    game: Game
    refs: ClaimRefs | None
    last: Callable[[UUID], tuple[int, ...]]
    opened: Callable[[UUID], int]
    stories: Stories

    def give(self, player: UUID, scene: Scene) -> Give | None:
        """Makes references to a player's rewards."""
        if (refs := self.refs) is None:
            return None
        return lambda quest, reward: refs.give(bound(player, scene, quest, reward))

    def give_gift(self, player: UUID, scene: Scene) -> Callable[[int], str] | None:
        """Makes references to gifts, which last as long as the connection."""
        if (refs := self.refs) is None:
            return None
        return lambda quest: refs.give(bound(player, scene, quest, 0), lasting=True)


def query(book: Book) -> Tool[QuestQuery, Seen]:
    """The quests of a view."""

    async def look(asked: QuestQuery, call: ToolCall) -> Seen:
        language = language_of_locale(call.language)
        shown = await book.game.look(call, lambda scene: listed(scene, asked, language))
        return Seen.of(shown, call.language)

    return Tool(
        QUERY,
        look,
        for_events=True,
        reasoning="The quests the player can do now, can claim, or can hand something in for",
    )


def find(book: Book) -> Tool[QuestName, Seen]:
    """Quests by name: one that is sure, or a few to choose from."""

    async def look(asked: QuestName, call: ToolCall) -> Seen:
        scene = await book.game.scene(call)
        sure = SURE_TO_MAKE if asked.is_making else SURE
        found = await book.game.work(named, scene, asked.name, sure)
        if found.quest is not None:
            return await _shown(book, scene, found.quest, call, Page())
        if not found.choice:
            raise CompanionError(Failure.NOT_FOUND, bare_name(asked.name))
        return Seen.of(choice(scene, found.choice), call.language)

    return Tool(FIND, look, for_events=True, reasoning="A quest by its title, with what it asks")


def one_quest(book: Book) -> Tool[OneQuest, Seen]:
    """One quest, if this player may see it: of a hidden one nothing is told."""

    async def look(asked: OneQuest, call: ToolCall) -> Seen:
        scene = await book.game.scene(call)
        number = await _meant(book, scene, asked, call)
        page = Page(asked.rewards_from, asked.options_from)
        return await _shown(book, scene, number, call, page)

    return Tool(
        DETAIL,
        look,
        for_events=True,
        reasoning="One quest by its id, exact title or number in the list last seen: "
        "what it says, asks and gives, and what must come first",
    )


def starter_gifts(book: Book) -> Tool[GiftQuery, Seen]:
    """All starter gifts that can be taken now."""

    async def look(_: GiftQuery, call: ToolCall) -> Seen:
        scene = await book.game.scene(call)
        give = book.give_gift(call.player, scene)
        return Seen.of(gifts_answer(scene, language_of_locale(call.language), give), call.language)

    return Tool(STARTER_GIFTS, look, reasoning="The starter gifts that the player can take now")


def last_list(book: Book) -> Tool[NoInput, tuple[int, ...]]:
    """The list whose numbers the player last saw."""

    async def look(_: NoInput, call: ToolCall) -> tuple[int, ...]:
        return book.last(call.player)

    return Tool(LAST, look)


def last_quest(book: Book) -> Tool[NoInput, int]:
    """What "this quest" is; 0 where none was shown, or where it may not be seen any more."""

    async def look(_: NoInput, call: ToolCall) -> int:
        number = book.opened(call.player)
        scene = await book.game.scene(call)
        return number if number and scene.quest(number) is not None else 0

    return Tool(OPENED, look)


async def _meant(book: Book, scene: Scene, asked: OneQuest, call: ToolCall) -> int:
    """The visible quest of a selector.

    Raises:
        CompanionError: NOT_FOUND: it is not there, not visible, or not the only one.
    """
    number, said = -1, asked.called
    if isinstance(asked.quest, str):
        number, said = int(asked.quest, 16), said or asked.quest
    elif isinstance(asked.number, int):
        last = book.last(call.player)
        said = said or str(asked.number)
        number = last[asked.number - 1] if asked.number <= len(last) else -1
    elif isinstance(asked.name, str):
        said = said or asked.name
        found = await book.game.work(named, scene, asked.name)
        number = -1 if found.quest is None else found.quest
    if scene.quest(number) is None:
        raise CompanionError(Failure.NOT_FOUND, said)
    return number


async def _shown(book: Book, scene: Scene, number: int, call: ToolCall, page: Page) -> Seen:
    """One quest, and what can be done with it."""
    language = language_of_locale(call.language)
    story = book.stories.of(call.player, scene, scene.book.quests[number])
    acts = book.refs is not None
    answer = await book.game.work(detail, scene, number, language, acts=acts, background=story)
    card = answer.card
    if isinstance(card, QuestOutput):
        give = book.give(call.player, scene)
        card = with_offers(card, scene, scene.book.quests[number], page, give)
        teller = book.stories.tellers.of(call.player)
        card = msgspec.structs.replace(card, spoken=told_by(teller, card.spoken))
    return Seen.of(Answer(answer.text, answer.spoken, card), call.language)
