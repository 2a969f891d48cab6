"""Which request ids may have a kept reply, so that a new one is answered without asking the disk.

Of a player who has not asked before in this life of the engine nothing is known: the file is asked
once, for the reply and for all ids. From then on an id that is not among them is new.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID

MOST_PLAYERS = 1024
"""Players whose ids are kept in memory; of others the file is asked again. Far more than may have a
request under way at once, so nobody is forgotten whose round is still being written."""
MOST_IDS = 512
"""Ids of a player; older ones have no reply any more as long as there are fewer replay rounds."""


@dataclass(slots=True)
class _Known:
    """Hashes of ids in the order of their rounds; a few too many cost a look, never an answer."""

    ids: dict[int, None] = field(default_factory=dict)
    is_whole: bool = False


class KnownRequests:
    """Ids of kept rounds. From any thread."""

    def __init__(self) -> None:
        self._players: OrderedDict[UUID, _Known] = OrderedDict()
        self._lock = threading.Lock()

    def is_new(self, player: UUID, request: UUID, rounds: int) -> bool:
        """Whether no reply is kept for a request, for certain.

        Args:
            player: Whose.
            request: Its id.
            rounds: How many of the latest rounds are given again.
        """
        with self._lock:
            known = self._players.get(player)
            sure = known is not None and known.is_whole and rounds <= MOST_IDS
            return sure and known is not None and hash(request) not in known.ids

    def note(self, player: UUID, request: UUID) -> None:
        """A round is about to be kept."""
        with self._lock:
            self._add(self._of(player), (request,))

    def learn(self, player: UUID, requests: Iterable[UUID]) -> None:
        """These are all that the file has of a player, but for what was noted meanwhile.

        Args:
            player: Whose.
            requests: The latest MOST_IDS, oldest first.
        """
        with self._lock:
            known = self._of(player)
            noted, known.ids = known.ids, {}
            self._add(known, requests)
            known.ids.update(noted)
            known.is_whole = True

    def _of(self, player: UUID) -> _Known:
        known = self._players.setdefault(player, _Known())
        self._players.move_to_end(player)
        while len(self._players) > MOST_PLAYERS:
            self._players.popitem(last=False)
        return known

    @staticmethod
    def _add(known: _Known, requests: Iterable[UUID]) -> None:
        for request in requests:
            known.ids[hash(request)] = None
        while len(known.ids) > MOST_IDS:
            del known.ids[next(iter(known.ids))]
