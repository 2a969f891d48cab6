"""What a player is told of changes: completions first, one by one; then gifts; then the rest.

Exactly one new quest is shown in full and told as unlocked; several are one list and a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from companion.engine.builtin.quests.detail import detail
from companion.engine.builtin.quests.gift_card import gift_card
from companion.engine.builtin.quests.offers import (
    Give,
    Page,
    claim_button,
    open_button,
    with_offers,
)
from companion.engine.builtin.quests.tracker import Changes
from companion.engine.execution.result import AgentResult, succeeded
from companion.engine.narration.stories import PLAINLY, Telling
from companion.engine.narration.tellers import told_by
from companion.engine.quest_views.gifts import is_starter_gift
from companion.engine.quest_views.reader import QuestReader
from companion.engine.quest_views.rows import rows
from companion.engine.quest_views.scene import Scene
from companion.engine.quest_views.wording import several, title_of
from companion.games.quest_book import Quest
from companion.games.quest_rules import claimable
from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.builder import CardButton, ServerAction
from companion.protocol.cards.quest_detail import QuestOutput, QuestSubmission
from companion.protocol.cards.quest_unlocked import QuestUnlockedOutput
from companion.protocol.cards.starter_gifts import StarterGiftOutput

LIST_ACTION = "system:quest_list"
OVERVIEW_ROWS = 3
"""Quests that the welcome names."""

GiveGift = Callable[[int], str]


def notices(
    scene: Scene,
    found: Changes,
    language: str,
    give: Give | None,
    give_gift: GiveGift | None,
    telling: Telling = PLAINLY,
) -> Iterator[AgentResult]:
    """What a player is told, in order.

    Args:
        scene: The game as it is now, in the player's language.
        found: What happened to their team.
        language: `zh` or `en`.
        give: Makes references to rewards; None where the link cannot act.
        give_gift: The same for gifts.
        telling: How a new quest is told, and by whom; never waits.
    """
    for number in found.completed:
        if (quest := scene.quest(number)) and not is_starter_gift(quest):
            yield _completed(scene, quest, language, give)
    unlocked = [quest for n in found.unlocked if (quest := scene.quest(n))]
    gifts = [quest for quest in unlocked if is_starter_gift(quest)]
    if gifts:
        yield _told(gift_card(gifts, language, give_gift))
    normal = [quest for quest in unlocked if not is_starter_gift(quest)]
    if len(normal) == 1:
        told = _unlocked(scene, normal[0], language, give, telling.story(normal[0]))
        yield _told(msgspec.structs.replace(told, spoken=told_by(telling.teller, told.spoken)))
    elif normal:
        yield several_unlocked(scene, normal)


def welcome(scene: Scene, language: str, give_gift: GiveGift | None) -> Iterator[AgentResult]:
    """What a newly bound player is told: gifts, then how many quests there are (QUEST-033)."""
    reader = QuestReader(scene.standing)
    if gifts := reader.available_starter_gifts():
        yield _told(gift_card(gifts, language, give_gift))
    normal = [quest for quest in reader.active() if not is_starter_gift(quest)]
    if normal:
        yield _told(_overview(scene, normal))


def several_unlocked(scene: Scene, quests: Sequence[Quest]) -> AgentResult:
    """Several new quests: a list, and only their number said."""
    title = several("engine.notice.unlocked", len(quests))
    return _told(_as_notice(scene, quests, title))


def _overview(scene: Scene, quests: Sequence[Quest]) -> QuestUnlockedOutput:
    title = several("engine.notice.overview", len(quests))
    return _as_notice(scene, quests[:OVERVIEW_ROWS], title)


def _as_notice(scene: Scene, quests: Sequence[Quest], title: Phrase) -> QuestUnlockedOutput:
    """Rows that replace no list: "the second one" still means the list that was asked for."""
    return QuestUnlockedOutput(
        title,
        rows(scene, [quest.id for quest in quests]),
        (title,),
        (CardButton("quests", phrase("button.quest.list"), ServerAction(LIST_ACTION)),),
    )


def _completed(scene: Scene, quest: Quest, language: str, give: Give | None) -> AgentResult:
    """A completed quest: one plain reward can be taken at once, more are chosen in the detail."""
    card = _card(scene, quest, language)
    waiting = claimable(scene.book, scene.progress, quest.id)
    single = len(waiting) == 1 and waiting[0].kind != "choice"
    button = open_button(quest.id)
    if give is not None and single:
        button = claim_button(give(quest.id, waiting[0].id), phrase("button.claim"))
    said = [phrase("engine.notice.completed", title=title_of(quest.title))]
    if waiting:
        said.append(phrase("engine.notice.reward" if give else "engine.notice.reward_in_book"))
    card = msgspec.structs.replace(
        card,
        spoken=tuple(said),
        actions=(button,),
        submission=QuestSubmission.NONE,
    )
    return _told(card)


def _unlocked(
    scene: Scene, quest: Quest, language: str, give: Give | None, story: str
) -> QuestOutput:
    """The one new quest in full, told as unlocked (NARR-014)."""
    card = with_offers(_card(scene, quest, language, story), scene, quest, Page(), give)
    said = phrase("engine.notice.new", title=title_of(quest.title))
    return msgspec.structs.replace(card, spoken=(said, *card.spoken[1:]))


def _card(scene: Scene, quest: Quest, language: str, story: str = "") -> QuestOutput:
    card = detail(scene, quest.id, language, background=story).card
    assert isinstance(card, QuestOutput)  # of a visible quest it always is
    return card


def _told(card: QuestOutput | QuestUnlockedOutput | StarterGiftOutput) -> AgentResult:
    return succeeded(card.spoken[0], cards=(card,))
