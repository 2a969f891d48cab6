"""Handing a lease's changes to their receiver, whose faults are not the key's."""

from __future__ import annotations

import logging

from companion.client.hotkeys.lease import Changes, OnChange

logger = logging.getLogger(__name__)


def relay(changes: Changes, on_change: OnChange) -> None:
    """Tell every change in order; what the receiver raises is logged and the watching goes on."""
    for change in changes:
        try:
            on_change(change)
        except Exception:
            logger.exception("the talk key's receiver failed")
