"""Bounds of the wire (decisions.md, Protocol) and the types that carry them."""

from __future__ import annotations

from typing import Annotated

import msgspec

PROTOCOL_VERSION = 1

MAX_CLIENT_FRAME_BYTES = 64 * 1024
MAX_SERVER_FRAME_BYTES = 4 * 1024 * 1024
MAX_CHAT_CHARACTERS = 2_000
COMMAND_MARKS = ("/", "／")
"""What a command begins with in chat text; the second one is what Chinese keyboards give."""
MAX_ACTION_ARGUMENTS = 16
MAX_ARGUMENT_CHARACTERS = 1_024

HEARTBEAT_S = 5.0
"""Both sides send a ping this often."""
SILENCE_S = 10.0
"""A link that said nothing for this long is dead."""
REQUEST_TIMEOUT_S = 30.0
"""A request without an announced deadline fails after this."""
MAX_DEADLINE_S = 120.0
"""No announced deadline extends a request further."""
MAX_BAD_FRAMES = 3
BAD_FRAME_WINDOW_S = 60.0
"""This many undecodable frames in this window close the connection with 1008."""

PAIRING_CODE_DIGITS = 6
MAX_PAIRING_S = 300.0
"""A pairing code is good for 2 minutes, for 5 where it is typed in the game."""
DEVICE_TOKEN_CHARACTERS = 43
"""256 bits in base64url without padding (RFC 4648, 5)."""
MAX_PLAYER_NAME_CHARACTERS = 48
HANDSHAKE_S = 10.0
"""A peer has this long from its first byte to its hello."""
REQUESTS_PER_S = 10.0
REQUEST_BURST = 30.0
"""Requests of one connection: this many at once, then so many a second."""

ICONS_PER_S = 40.0
ICON_BURST = 64.0
"""Icons are counted apart, so that a card of many does not hold up what the player asks."""

CLOSE_POLICY = 1008
CLOSE_VERSION = 4001
CLOSE_UNAUTHORIZED = 4003

Identifier = Annotated[
    str, msgspec.Meta(pattern=r"^[a-z0-9_.-]+:[a-z0-9_./-]+$(?!\n)", max_length=128)
]
"""`namespace:path`, lower case (PROTO-052); `$` alone would let a line break through at the end."""
ChatText = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_CHAT_CHARACTERS)]
Argument = Annotated[str, msgspec.Meta(max_length=MAX_ARGUMENT_CHARACTERS)]
Arguments = Annotated[dict[str, Argument], msgspec.Meta(max_length=MAX_ACTION_ARGUMENTS)]
Revision = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
