"""What the player of the demo says. The words go to the synthesiser only, never to the recogniser.

Five sentences show a list, a page, a quest, a plan and the end. `expects` is what must have been
understood; it judges the turn after it is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Line:
    """One thing the player says.

    Attributes:
        said: The words, or the name of the file they come from.
        expects: Actions of which one must follow; none accepts whatever is answered.
        wav: Sound from outside; None lets our own synthesiser say the words.
    """

    said: str
    expects: tuple[str, ...] = ()
    wav: Path | None = None


OPENED = ("system:quest_detail", "system:quest_number")
"""A row of the card in front, or, in a book that shows only one quest, a number nobody has."""

SCRIPTS: dict[str, tuple[Line, ...]] = {
    "en_us": (
        Line("Show my quests.", ("system:quest_list",)),
        Line("Next page.", ("local:next_page",)),
        Line("Open the second one.", OPENED),
        Line("What should I do next?", ("system:quest_next",)),
        Line("Close.", ("local:close",)),
    ),
    "zh_cn": (
        Line("查看任务。", ("system:quest_list",)),
        Line("下一页。", ("local:next_page",)),
        Line("打开第二个。", OPENED),
        Line("我接下来做什么？", ("system:quest_next",)),
        Line("关闭。", ("local:close",)),
    ),
}


def script(locale: str, wavs: tuple[Path, ...]) -> tuple[Line, ...]:
    """The lines to play: those of the language, or the given recordings, whatever they say."""
    if wavs:
        return tuple(Line(path.name, wav=path) for path in wavs)
    return SCRIPTS["zh_cn" if locale.startswith("zh") else "en_us"]
