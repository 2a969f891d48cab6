"""TLS for connections that were counted first, with little memory for each.

The WebSocket library would be told of a connection only after its TLS handshake: a peer that never
ends one could not be counted, and would cost as much as a player.
"""

from __future__ import annotations

import asyncio
from asyncio import sslproto
from dataclasses import dataclass
from ssl import SSLContext

READ_BYTES = 18 * 1024
"""What is read at once: a record has at most 16 KiB and 261 bytes (RFC 8446, 5.2). asyncio keeps a
buffer of 256 KiB for every TLS connection as long as it lasts."""


@dataclass(frozen=True, slots=True)
class Encryption:
    """How connections are encrypted.

    Attributes:
        handshake_s: From the connection to the end of the TLS handshake.
        shutdown_s: For the peer's last word.
    """

    context: SSLContext
    handshake_s: float
    shutdown_s: float


class EarlyBytes(asyncio.Protocol):
    """Keeps what a peer says with the last word of its handshake, until somebody listens."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def data_received(self, data: bytes) -> None:
        """Keep it."""
        self.pieces.append(data)


async def encrypt(
    plain: asyncio.Transport, protocol: asyncio.Protocol, encryption: Encryption
) -> bool:
    """Do the TLS handshake, then connect the protocol to what is said inside.

    Args:
        plain: Paused, so that nothing was read of it yet.
        protocol: Told of the encrypted transport and of all that is read from it.
        encryption: How.

    Returns:
        Whether it came to that; the connection is gone otherwise.
    """
    early = EarlyBytes()
    try:
        encrypted = await asyncio.get_running_loop().start_tls(
            plain,
            early,
            encryption.context,
            server_side=True,
            ssl_handshake_timeout=encryption.handshake_s,
            ssl_shutdown_timeout=encryption.shutdown_s,
        )
    except OSError:  # its kinds are those of the peer: no TLS, none that fits, too slow, gone
        return False
    if encrypted is None:
        return False
    encrypted.set_protocol(protocol)
    protocol.connection_made(encrypted)
    for piece in early.pieces:
        protocol.data_received(piece)
    return True


def keep_buffers_small() -> None:
    """Have every TLS connection of this process read at most READ_BYTES at once."""
    sslproto.SSLProtocol.max_size = min(sslproto.SSLProtocol.max_size, READ_BYTES)
