"""What a question takes, with or without leave to look on the web."""

from __future__ import annotations

from typing import Annotated

import msgspec

from companion.protocol.limits import MAX_CHAT_CHARACTERS

Question = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=MAX_CHAT_CHARACTERS,
        description="The player's question, in full and unchanged",
    ),
]


class QuestionInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question about this game.

    Attributes:
        allow_web: Set by the player's own words of this request, never by what is read.
    """

    question: Question
    allow_web: Annotated[
        bool,
        msgspec.Meta(
            description="true only when this very request asks, in so many words, to look on the "
            "web or the internet; false whenever there is doubt"
        ),
    ] = False


class SearchInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question that may be looked for on the web where nothing is written here."""

    question: Question
