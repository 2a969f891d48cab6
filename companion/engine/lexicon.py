"""Names of the pack for ear and voice: sent when a player is bound, and when they change."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any
from uuid import UUID

from companion.engine.execution.workers import Workers
from companion.engine.presence import Presence
from companion.engine.quest_views.scene import Scene, Standing
from companion.games.quest_rules import details_shown
from companion.language.legacy_codes import plain
from companion.protocol.pack import MAX_NAME_CHARACTERS, MAX_NAMES, Lexicon
from companion.support.clock import Clock
from companion.support.errors import CompanionError

LOOK_EVERY_S = 30.0
"""After an answer; progress opens quests, and each has names."""
MOST_KNOWN = 8_192
"""Companions whose names are known; one that was forgotten is sent them once more."""

See = Callable[[str, UUID], Scene]
"""Reads the game in a locale for a player; blocks."""


class Lexicons:
    """Knows what each companion was sent. On the engine's loop."""

    def __init__(
        self,
        presence: Presence,
        is_bound: Callable[[UUID], bool],
        workers: Workers,
        see: See,
        clock: Clock,
    ) -> None:
        self._presence = presence
        self._is_bound = is_bound
        self._workers = workers
        self._see = see
        self._clock = clock
        self._sent: OrderedDict[tuple[UUID, int], int] = OrderedDict()
        self._offered_at: OrderedDict[UUID, float] = OrderedDict()

    async def offer(self, player: UUID) -> None:
        """Send the names of a bound player to those of their companions that have other ones."""
        self._offered_at[player] = self._clock.monotonic()
        _trim(self._offered_at)
        guest = self._presence.guest(player)
        if guest is None or not self._is_bound(player):
            return
        for locale in {peer.locale for peer in guest.peers}:
            try:
                lexicon = await self._workers.run(self._made, locale, player)
            except CompanionError:
                continue  # a book that cannot be read is told of elsewhere
            mark = hash((lexicon.locale, lexicon.names))
            for peer in tuple(guest.peers):
                key = (player, peer.generation)
                if peer.locale == locale and self._sent.get(key) != mark:
                    self._sent[key] = mark
                    _trim(self._sent)
                    peer.send(lexicon)

    def is_due(self, player: UUID) -> bool:
        """Whether it is worth a look whether the names have changed since the last one."""
        at = self._offered_at.get(player)
        return at is None or self._clock.monotonic() - at >= LOOK_EVERY_S

    def _made(self, locale: str, player: UUID) -> Lexicon:
        standing = self._see(locale, player).standing
        return lexicon_of(standing, locale)


def _trim(known: OrderedDict[Any, Any]) -> None:
    while len(known) > MOST_KNOWN:
        known.popitem(last=False)


@lru_cache(maxsize=8)
def lexicon_of(standing: Standing, locale: str) -> Lexicon:
    """The names that a player may know; of hidden quests nothing is told."""
    names: dict[str, None] = {}
    for name in _names(standing):
        bare = " ".join(plain(name).split())
        if 0 < len(bare) <= MAX_NAME_CHARACTERS:
            names[bare] = None
        if len(names) > MAX_NAMES:
            break
    kept = tuple(names)[:MAX_NAMES]
    return Lexicon(locale, kept, is_whole=len(names) <= MAX_NAMES)


def _names(standing: Standing) -> Iterable[str]:
    book = standing.book
    shown = [book.quests[number] for number in standing.states]
    chapters = {quest.chapter for quest in shown}
    yield from (chapter.title for chapter in book.chapters if chapter.id in chapters)
    for quest in shown:
        yield quest.title
        if details_shown(book, standing.progress, quest.id):
            yield from (task.goods.name for task in quest.tasks)
            yield from (reward.goods.name for reward in quest.rewards if not reward.silent)
