"""What a card offers beside facts: buttons that claim, hand in, and turn to more rewards.

Without a link that acts there are no such buttons; what waits is then said to wait in the quest
book.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import msgspec

from companion.engine.builtin.quests.previews import preview
from companion.engine.quest_views.reader import QuestReader
from companion.engine.quest_views.rows import is_item, reward_tile
from companion.engine.quest_views.scene import Scene
from companion.engine.quest_views.submission import SubmissionAction, submission_action
from companion.engine.quest_views.wording import title_of
from companion.games.quest_book import Draw, Quest, Reward, quest_id_text
from companion.games.quest_rules import claimable, details_shown
from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.builder import CardButton, ServerAction
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.quest_detail import QuestChoiceOutput, QuestOutput, QuestSubmission
from companion.protocol.cards.quest_list import OPEN_QUEST

CLAIM_ACTION = "system:quest_claim"
SUBMIT_ACTION = "system:quest_submit"
REWARDS_A_PAGE = 4
OPTIONS_A_PAGE = 8

Give = Callable[[int, int], str]
"""Gives a reference for a quest and a reward."""


@dataclass(frozen=True, slots=True)
class Page:
    """Which rewards, and which things to choose from, are looked at."""

    rewards_from: int = 0
    options_from: int = 0


def with_offers(
    card: QuestOutput, scene: Scene, quest: Quest, page: Page, give: Give | None
) -> QuestOutput:
    """A detail with one page of its rewards and everything that can be done with it now.

    Args:
        card: The facts.
        scene: They come from it.
        quest: Which quest.
        page: Which of its rewards.
        give: Makes references; None where the link cannot act.
    """
    if not details_shown(scene.book, scene.progress, quest.id):
        return card
    shown = [reward for reward in quest.rewards if not reward.silent]
    here = shown[page.rewards_from : page.rewards_from + REWARDS_A_PAGE]
    refs = _refs(scene, quest, here, give)
    submission = submission_of(scene, quest) if give else QuestSubmission.NONE
    return msgspec.structs.replace(
        card,
        rewards=tuple(reward_tile(r, scene) for r in here if is_item(r)),
        reward_icons=tuple(preview(r, scene) for r in here if not is_item(r)),
        choices=tuple(_choices(here, page, refs)),
        submission=submission,
        actions=(
            *_submit_button(quest, submission),
            *_claim_buttons(here, refs),
            *_page_buttons(quest, shown, here, page),
        ),
    )


def submission_of(scene: Scene, quest: Quest) -> QuestSubmission:
    """The button that a quest offers (QUEST-060)."""
    is_open = QuestReader(scene.standing).is_open(quest)
    action: SubmissionAction = submission_action(quest, scene.progress, is_open=is_open)
    return QuestSubmission(action.value)


def claim_button(
    ref: str, label: Phrase, *, place: int = 0, option: int | None = None
) -> CardButton:
    """Takes a reward."""
    arguments = {"ref": ref} if option is None else {"ref": ref, "option": str(option)}
    return CardButton(
        f"claim_{place}", label, ServerAction(CLAIM_ACTION, arguments), primary=place == 0
    )


def open_button(quest: int) -> CardButton:
    """Shows a quest by its id, through the ordinary authorised query."""
    return CardButton(
        "detail",
        phrase("button.details"),
        ServerAction(OPEN_QUEST, {"quest": quest_id_text(quest)}),
    )


def _refs(scene: Scene, quest: Quest, here: Sequence[Reward], give: Give | None) -> dict[int, str]:
    """Reward to a reference, for what can be claimed now."""
    if give is None:
        return {}
    waiting = {reward.id for reward in claimable(scene.book, scene.progress, quest.id)}
    return {r.id: give(quest.id, r.id) for r in here if r.id in waiting}


def _submit_button(quest: Quest, submission: QuestSubmission) -> Iterator[CardButton]:
    if submission is QuestSubmission.NONE:
        return
    arguments = {"quest": quest_id_text(quest.id)}
    label = phrase("button.quest.submit")
    if submission is QuestSubmission.CHECKMARK:
        arguments["checkmark_only"] = "true"
        label = phrase("button.quest.complete")
    yield CardButton("submit", label, ServerAction(SUBMIT_ACTION, arguments), primary=True)


def _claim_buttons(here: Sequence[Reward], refs: dict[int, str]) -> Iterator[CardButton]:
    waiting = [r for r in here if r.id in refs and r.kind != "choice"]
    for place, reward in enumerate(waiting):
        label = (
            phrase("button.claim")
            if len(waiting) == 1
            else phrase("button.quest.claim", name=title_of(reward.title))
        )
        yield claim_button(refs[reward.id], label, place=place)


def _choices(
    here: Sequence[Reward], page: Page, refs: dict[int, str]
) -> Iterator[QuestChoiceOutput]:
    """One page of what each choice reward offers."""
    for reward in here:
        if reward.kind != "choice":
            continue
        options = list(enumerate(reward.draws))
        for place, draw in options[page.options_from : page.options_from + OPTIONS_A_PAGE]:
            ref = refs.get(reward.id)
            arguments = {"ref": ref or "", "option": str(place)}
            yield QuestChoiceOutput(
                title_of(draw.title),
                _tile(draw),
                None if draw.kind == "item" else preview(draw, None),
                ServerAction(CLAIM_ACTION, arguments) if ref else None,
            )


def _tile(draw: Draw) -> ItemPreview | None:
    if draw.kind != "item":
        return None
    return ItemPreview(draw.goods.item, title_of(draw.goods.name), draw.count)


def _page_buttons(
    quest: Quest, shown: Sequence[Reward], here: Sequence[Reward], page: Page
) -> Iterator[CardButton]:
    """Ways to the rewards and the options that do not fit."""
    at = {"quest": quest_id_text(quest.id)}
    after = page.rewards_from + REWARDS_A_PAGE
    if page.rewards_from:
        before = max(0, page.rewards_from - REWARDS_A_PAGE)
        yield _turn("rewards_before", {**at, "rewards_from": str(before)})
    if after < len(shown):
        yield _turn("rewards_more", {**at, "rewards_from": str(after)})
    most = max((len(reward.draws) for reward in here if reward.kind == "choice"), default=0)
    at["rewards_from"] = str(page.rewards_from)
    if page.options_from:
        before = max(0, page.options_from - OPTIONS_A_PAGE)
        yield _turn("options_before", {**at, "options_from": str(before)})
    if page.options_from + OPTIONS_A_PAGE < most:
        yield _turn("options_more", {**at, "options_from": str(page.options_from + OPTIONS_A_PAGE)})


def _turn(name: str, arguments: dict[str, str]) -> CardButton:
    return CardButton(name, phrase(f"button.quest.{name}"), ServerAction(OPEN_QUEST, arguments))
