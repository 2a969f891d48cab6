"""What a companion asks the game itself to show, where no overlay can be seen above it."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec

MAX_GAME_TEXT = 256
"""Characters of one line in a game's chat."""

GameText = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_GAME_TEXT)]


class ShowInGame(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag="system:show_in_game",
    tag_field="type",
):
    """Have the game show its own player a line, which nobody else sees.

    It is answered by a reply; one that succeeded is the game's word that the line was handed over.

    Attributes:
        text: Plain; no codes of the game's own survive in it.
    """

    request: UUID
    text: GameText
