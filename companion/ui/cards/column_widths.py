"""How columns of a table share the width there is."""

from __future__ import annotations

from companion.cards.view import BoundHeader

WIDEST_COLUMN_SHARE = 0.5


def shared_widths(wanted: list[int], headers: tuple[BoundHeader, ...], width: int) -> list[int]:
    """Columns in a width: what is left goes to those that grow, what lacks is taken from all.

    Args:
        wanted: Pixels that each column would like.
        headers: Which of them grow.
        width: Pixels there are.
    """
    most = int(width * WIDEST_COLUMN_SHARE)
    bounded = [min(pixels, most) if len(wanted) > 1 else pixels for pixels in wanted]
    spare = width - sum(bounded)
    if spare < 0:
        return [max(8, pixels * width // sum(bounded)) for pixels in bounded]
    growing = [place for place, header in enumerate(headers) if header.grow] or [len(wanted) - 1]
    for place in growing if wanted else []:
        bounded[place] += spare // len(growing)
    return bounded
