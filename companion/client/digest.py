"""What was missed while the connection was gone, in at most one line of the log. Pure.

Notices have no outbox (NOTE-018): nothing of that time is told again. What can be known is the
difference between the engine's account of itself before and after.
"""

from __future__ import annotations

from companion.language.phrase import Phrase, phrase
from companion.protocol.responses import State


class Digest:
    """Compares the states around a loss; each loss is told of at most once."""

    def __init__(self) -> None:
        self._before: State | None = None

    def lost(self, engine: State | None) -> None:
        """The connection ended; of several losses in a row the first state counts."""
        self._before = engine or self._before

    def after(self, engine: State) -> tuple[Phrase, ...]:
        """What to say once the engine describes itself again."""
        before, self._before = self._before, None
        if before is None or (before.world, before.player) != (engine.world, engine.player):
            return ()
        more = engine.open - before.open
        if more > 0:
            return (phrase("client.digest.more", more=more, open=engine.open),)
        if more < 0:
            return (phrase("client.digest.fewer", fewer=-more, open=engine.open),)
        return ()
