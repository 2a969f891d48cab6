"""Days of players: they turn at midnight in the configured zone (USAGE-021)."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from companion.engine.config.values import Reading

COMPUTER = "computer"
"""The zone that the computer is set to."""


def read_zone(value: Any) -> Reading:
    """Judge the name of a time zone.

    Raises:
        ValueError: It is no name of a zone that this computer knows.
    """
    name = msgspec.convert(value, str)
    if name != COMPUTER:
        _zone(name)
    return Reading(name)


def day_in(zone: str, wall_s: float) -> date:
    """The day it is.

    Args:
        zone: What `read_zone` let pass.
        wall_s: Seconds since 1970-01-01 UTC.
    """
    return datetime.fromtimestamp(wall_s, None if zone == COMPUTER else _zone(zone)).date()


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError, ValueError) as error:
        raise ValueError(
            f"no time zone of this computer: use `{COMPUTER}`, `UTC` or a name like `Asia/Shanghai`"
        ) from error
