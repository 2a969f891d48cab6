"""Sockets that are said goodbye to without holding up the words."""

from __future__ import annotations

import asyncio

from companion.speech.cloud_socket import CloudSocket
from companion.support.loops import spawn


class Goodbyes:
    """Guards the sockets that are closing. On one loop."""

    def __init__(self) -> None:
        self._closing: set[asyncio.Task[None]] = set()

    def say(self, socket: CloudSocket) -> None:
        """Close a socket meanwhile."""
        task = spawn(socket.close(), "goodbye")
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def said(self) -> None:
        """Wait until all are closed, a second at most."""
        await asyncio.gather(*self._closing, return_exceptions=True)
