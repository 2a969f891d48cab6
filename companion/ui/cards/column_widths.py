"""How columns of a table share the width there is."""

from __future__ import annotations

from typing import NamedTuple

from companion.cards.view import BoundHeader

WIDEST_COLUMN_SHARE = 0.5
BREAKS_ANYWHERE = 0x2E80
"""From here on (CJK radicals) a line may end after each character."""


class Wish(NamedTuple):
    """What a column would like.

    Attributes:
        whole: Pixels in which no cell wraps.
        least: Pixels in which no word breaks.
    """

    whole: int
    least: int


def shared_widths(wishes: list[Wish], headers: tuple[BoundHeader, ...], width: int) -> list[int]:
    """Columns in a width: what is left goes to those that grow, what lacks makes cells wrap.

    A word is broken only where the longest words of all columns do not fit beside each other.

    Args:
        wishes: Of each column.
        headers: Which of them grow.
        width: Pixels there are.
    """
    has_room = sum(one.whole for one in wishes) <= width
    most = width if has_room or len(wishes) == 1 else int(width * WIDEST_COLUMN_SHARE)
    whole = [min(one.whole, most) for one in wishes]
    least = [min(one.least, one.whole) for one in wishes]
    if sum(least) > width:
        return [max(8, pixels * width // sum(least)) for pixels in least]
    whole = [max(pair) for pair in zip(whole, least, strict=True)]
    spare = width - sum(whole)
    if spare < 0:
        yields = [pixels - floor for pixels, floor in zip(whole, least, strict=True)]
        return [
            pixels + spare * part // sum(yields) for pixels, part in zip(whole, yields, strict=True)
        ]
    growing = [place for place, header in enumerate(headers) if header.grow] or [len(wishes) - 1]
    for place in growing if wishes else []:
        whole[place] += spare // len(growing)
    return whole


def unbroken(text: str) -> list[str]:
    """The pieces of a text that should stay whole: its words, as far as a line may end after."""
    return [word for word in text.split() if all(ord(char) < BREAKS_ANYWHERE for char in word)]
