"""What the gateway saw: counts of paid calls, and everything a client did wrong."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Record:
    """Filled by the endpoints, read by tests."""

    violations: list[str] = field(default_factory=list)
    tokens_made: int = 0
    token_requests: int = 0
    logins: int = 0
    """WebSocket upgrades asked for, refused ones too."""
    tasks: list[str] = field(default_factory=list)
    """Task ids of StartRecognition: one paid call each."""
    stops: int = 0
    heard: list[bytes] = field(default_factory=list)
    """The sound of each utterance, up to its end."""
    posts: Counter[str] = field(default_factory=Counter)
    """POSTs by text: one paid call each."""
    hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    """A client ended its connection while the gateway had more to say."""

    def violate(self, text: str) -> None:
        """Note a fault of the client; the test fails for it at its end."""
        self.violations.append(text)
