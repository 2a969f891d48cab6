"""Goals and rewards that are no items, as a type id and words: the client draws the mark."""

from __future__ import annotations

from companion.engine.quest_views.remaining import done_of
from companion.engine.quest_views.scene import Scene
from companion.engine.quest_views.wording import title_of
from companion.games.quest_book import Draw, Reward, Task
from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.icon import QuestIconOutput

HINTED = 6
"""Contents of a table that a tooltip lists; the rest is counted."""
_COUNTED = frozenset({"xp", "xp_levels", "currency"})


def preview(thing: Reward | Draw, scene: Scene | None) -> QuestIconOutput:
    """A reward, or a part of a table, that is no item."""
    amount = _amount(thing.title, thing.count) if thing.kind in _COUNTED else ""
    hints = _hints(thing) if isinstance(thing, Reward) else ()
    taken = scene is not None and isinstance(thing, Reward) and thing.id in scene.progress.claimed
    return QuestIconOutput(
        type_id(thing.kind), title_of(thing.title), amount, done=int(taken), hints=hints
    )


def task_preview(task: Task, scene: Scene) -> QuestIconOutput:
    """A goal that is no item."""
    known = scene.progress.known
    return QuestIconOutput(
        type_id(task.kind),
        title_of(task.title),
        _amount(task.title, task.needed),
        done=done_of(task, scene.progress) if known else 0,
        total=task.needed if known else 0,
        hints=(phrase("engine.note.optional"),) if task.optional else (),
    )


def _amount(title: str, count: int) -> str:
    """An amount that the title does not tell already."""
    return "" if count < 2 or any(sign.isdigit() for sign in title_of(title)) else str(count)


def type_id(kind: str) -> str:
    """A type with its namespace."""
    return kind if ":" in kind else f"ftbquests:{kind}"


def _hints(reward: Reward) -> tuple[Phrase, ...]:
    """What a table may give, with true chances; what is always given has none."""
    lines = [_line(reward, draw) for draw in reward.draws[:HINTED]]
    if len(reward.draws) > HINTED:
        lines.append(phrase("engine.draw.more", count=len(reward.draws) - HINTED))
    if reward.nothing > 0:
        lines.append(phrase("engine.draw.nothing", chance=percent(reward.nothing)))
    return tuple(lines)


def _line(reward: Reward, draw: Draw) -> Phrase:
    name = title_of(draw.title)
    if reward.kind in ("choice", "all_table") or draw.chance >= 1.0:
        return literal(name)
    return phrase("engine.draw.chance", name=name, chance=percent(draw.chance))


def percent(chance: float) -> str:
    """A chance in percent, never rounded to nothing: "0.4", "25"."""
    value = chance * 100
    if value >= 1:
        return f"{value:.0f}" if value >= 10 or value == int(value) else f"{value:.1f}"
    return "<0.1" if value < 0.1 else f"{value:.1f}"
