"""Icons of the game for companions: by id, bounded, and not sent twice."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from typing import cast

from companion.engine.execution.workers import Workers
from companion.games.link import Capability, IconLink, Link
from companion.protocol.pack import MAX_ASSET_BYTES, Asset, AssetRequest
from companion.support.errors import CompanionError, Failure

MOST_KEPT_BYTES = 8 << 20
PNG = b"\x89PNG\r\n\x1a\n"


class Assets:
    """Answers `system:asset`. On the engine's loop; the link is asked on a worker.

    What was looked up stays in memory, up to MOST_KEPT_BYTES: icons do not change while it runs.
    """

    def __init__(self, link: Link, workers: Workers) -> None:
        self._link = link
        self._workers = workers
        self._kept: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._bytes = 0
        self._looking = asyncio.Lock()

    async def find(self, request: AssetRequest) -> Asset:
        """Find an icon.

        Raises:
            CompanionError: NOT_FOUND where the game has none, or none that may be sent; what the
                link failed with.
        """
        async with self._looking:  # one at a time: a card of a hundred icons is no stampede
            digest, data = self._kept.get(request.asset) or await self._look(request.asset)
        if request.known == digest:
            return Asset(request.request, request.asset, digest)
        return Asset(request.request, request.asset, digest, data)

    async def _look(self, asset: str) -> tuple[str, bytes]:
        if Capability.ICONS not in self._link.capabilities:
            raise CompanionError(Failure.NOT_FOUND, asset)
        data = await self._workers.run(cast("IconLink", self._link).icon, asset)
        if len(data) > MAX_ASSET_BYTES or not data.startswith(PNG):
            raise CompanionError(Failure.NOT_FOUND, asset)
        found = (hashlib.sha256(data).hexdigest(), data)
        self._kept[asset] = found
        self._bytes += len(data)
        while self._bytes > MOST_KEPT_BYTES:
            self._bytes -= len(self._kept.popitem(last=False)[1][1])
        return found
