"""A goal or reward that is no item: experience, a kill, a place, a command (QUEST-075)."""

from __future__ import annotations

import msgspec

from companion.language.phrase import Phrase


class QuestIconOutput(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the client draws a mark for.

    Attributes:
        type: Type id such as `ftbquests:xp`; the client picks the mark (QUEST-076).
        text: Display text; may hold `§` codes.
        amount: Amount in words, such as "50" or "3-5"; empty for none.
        done: Progress made, in the unit of `total`.
        total: Progress needed; 0 when nothing can be counted.
        hints: Lines of the tooltip.
    """

    type: str
    text: str
    amount: str = ""
    done: int = 0
    total: int = 0
    hints: tuple[Phrase, ...] = ()
