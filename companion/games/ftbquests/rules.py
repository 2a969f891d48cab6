"""When a quest can start and may be seen, as quest, chapter and file say it together."""

from __future__ import annotations

from companion.games.ftbquests.raw_book import Raw, flag, text_of, whole
from companion.games.quest_book import QuestRules


def read_rules(raw: Raw, chapter: Raw, data: Raw) -> QuestRules:
    """The rules of a quest, every tristate resolved.

    Args:
        raw: The quest.
        chapter: Its chapter.
        data: The whole file's settings.
    """
    return QuestRules(
        requirement=text_of(raw.get("dependency_requirement")) or "all_completed",
        min_required=whole(raw.get("min_required_dependencies")),
        max_completable_dependents=whole(raw.get("max_completable_dependents")),
        invisible=bool(flag(raw.get("invisible"))),
        invisible_until_tasks=whole(raw.get("invisible_until_tasks")),
        hide_until_deps_visible=inherited(
            raw, "hide_until_deps_visible", chapter, "hide_quest_until_deps_visible"
        ),
        # `hide` meant "until complete" in the versions that wrote it.
        hide_until_deps_complete=bool(flag(raw.get("hide")))
        or inherited(raw, "hide_until_deps_complete", chapter, "hide_quest_until_deps_complete"),
        hide_details_until_startable=inherited(
            raw, "hide_details_until_startable", chapter, "hide_quest_details_until_startable"
        ),
        hide_text_until_complete=inherited(
            raw, "hide_text_until_complete", chapter, "hide_text_until_complete"
        ),
        flexible=_is_flexible(raw, chapter, data),
        hide_excluded=bool(flag(data.get("hide_excluded_quests"))),
    )


def _is_flexible(raw: Raw, chapter: Raw, data: Raw) -> bool:
    for place in (raw, chapter, data):
        mode = text_of(place.get("progression_mode"))
        if mode and mode != "default":
            return mode == "flexible"
    return False


def inherited(quest: Raw, name: str, chapter: Raw, default_name: str) -> bool:
    """A tristate: said by the quest, else by its chapter."""
    said = flag(quest.get(name))
    return bool(flag(chapter.get(default_name))) if said is None else said
