"""One quest: what it says, asks and gives, as far as this player may know."""

from __future__ import annotations

from companion.engine.answer import Answer
from companion.engine.builtin.quests.previews import preview, task_preview
from companion.engine.narration.paragraphs import paragraphs, spoken
from companion.engine.quest_views.gifts import is_starter_gift
from companion.engine.quest_views.rows import (
    chapter_title,
    is_item,
    missing_titles,
    reward_tile,
    state_line,
    task_tile,
)
from companion.engine.quest_views.scene import Scene
from companion.games.quest_book import Quest, quest_id_text
from companion.games.quest_rules import details_shown, text_shown
from companion.protocol.cards.icon import QuestIconOutput
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.quest_detail import QuestOutput


def detail(
    scene: Scene, number: int, language: str, *, acts: bool = False, background: str = ""
) -> Answer:
    """Show one visible quest.

    Args:
        scene: Where it stands.
        number: Which quest.
        language: `zh` or `en`.
        acts: Whether the link can hand in and claim, so that nobody is sent to the quest book.
        background: Its story, where one is ready.
    """
    quest = scene.book.quests[number]
    has_details = details_shown(scene.book, scene.progress, number)
    has_text = text_shown(scene.book, scene.progress, number)
    told = paragraphs(scene, quest, language, acts=acts, background=background)
    said = spoken(told)
    card = QuestOutput(
        quest=quest_id_text(number),
        title=quest.title,
        subtitle=quest.subtitle if has_text else "",
        chapter=chapter_title(scene, quest),
        state=scene.standing.states[number],
        line=state_line(scene, quest),
        description=quest.description if has_text else (),
        tasks=_task_tiles(scene, quest) if has_details else (),
        rewards=_rewards(scene, quest) if has_details else (),
        missing=missing_titles(scene, quest),
        spoken=said,
        starter_gift=is_starter_gift(quest),
        task_icons=_task_icons(scene, quest) if has_details else (),
        reward_icons=_reward_icons(scene, quest) if has_details else (),
    )
    return Answer(said[0], card=card)


def _rewards(scene: Scene, quest: Quest) -> tuple[ItemPreview, ...]:
    return tuple(reward_tile(r, scene) for r in quest.rewards if is_item(r) and not r.silent)


def _reward_icons(scene: Scene, quest: Quest) -> tuple[QuestIconOutput, ...]:
    return tuple(preview(r, scene) for r in quest.rewards if not is_item(r) and not r.silent)


def _task_tiles(scene: Scene, quest: Quest) -> tuple[ItemPreview, ...]:
    return tuple(task_tile(t, scene) for t in quest.tasks if t.kind == "item")


def _task_icons(scene: Scene, quest: Quest) -> tuple[QuestIconOutput, ...]:
    return tuple(task_preview(t, scene) for t in quest.tasks if t.kind != "item")
