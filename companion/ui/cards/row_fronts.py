"""Rows of one list: their words begin in one line, whatever numbers stand in front."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.ui.cards.row_entry import RowEntry


def aligned(rows: Sequence[RowEntry]) -> Sequence[RowEntry]:
    """Give each the room of the widest number; rows of one digit are as they came."""
    widest = max((row.number for row in rows), default=0)
    return [replace(row, widest=widest) for row in rows] if widest > 9 else rows
