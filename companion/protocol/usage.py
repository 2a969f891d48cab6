"""What models and searches used, as a player or an operator is told."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0)]
Cost = Annotated[str, msgspec.Meta(pattern=r"^[0-9]+(\.[0-9]+)?$(?!\n)")]


class Used(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Counters of one day or of all time.

    Attributes:
        calls: Of a model or search service.
        unreported: Calls among them whose tokens the service did not report.
        input, cached_input, output, thinking: Tokens; 0 for a search service.
        cost: A decimal number; absent when unpriced.
    """

    calls: Count = 0
    unreported: Count = 0
    input: Count = 0
    cached_input: Count = 0
    output: Count = 0
    thinking: Count = 0
    cost: Cost | msgspec.UnsetType = msgspec.UNSET


class UsedOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was used of one model or search service.

    Attributes:
        player: Whose; empty for the server itself.
        source: `provider/model`, or the search provider.
    """

    player: str
    source: str
    today: Used
    total: Used


class Usage(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:usage", tag_field="type"
):
    """What was used of models and searches (PROTO-005).

    Attributes:
        open: Whether the usage page is to be opened.
        model_currency, search_currency: Of the costs; empty while nothing has a price.
        is_whole: Whether the costs lack nothing.
        request: The request it answers; absent when sent unasked.
    """

    open: bool
    models: tuple[UsedOf, ...] = ()
    searches: tuple[UsedOf, ...] = ()
    model_currency: str = ""
    search_currency: str = ""
    is_whole: bool = True
    request: UUID | msgspec.UnsetType = msgspec.UNSET
