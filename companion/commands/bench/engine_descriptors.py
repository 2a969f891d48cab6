"""File descriptors: how many connections one process may have."""

from __future__ import annotations

import sys

SPARE = 128
"""Descriptors that a process needs besides its connections."""


def raise_limit(connections: int) -> bool:
    """Ask the system for room for so many connections; whether there is."""
    if sys.platform == "win32":
        return True
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return True
    if hard != resource.RLIM_INFINITY and hard < wanted:
        return False
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return True
