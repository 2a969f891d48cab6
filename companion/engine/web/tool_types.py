"""Keys of the two web tools (WEB-001), with what goes in and comes out."""

from __future__ import annotations

from typing import Annotated

import msgspec

from companion.engine.tools import ids
from companion.engine.tools.tool import ToolType


class WebQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is searched for."""

    query: Annotated[
        str,
        msgspec.Meta(min_length=1, max_length=400, description="A few words, as for any search"),
    ]


class WebAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which page is read, and what for."""

    address: Annotated[
        str,
        msgspec.Meta(
            min_length=8, max_length=2_000, description="Address exactly as a search returned it"
        ),
    ]
    about: Annotated[
        str, msgspec.Meta(min_length=1, max_length=400, description="What is looked for in it")
    ]


class WebHit(msgspec.Struct, frozen=True):
    """One source.

    Attributes:
        number: Under which it is cited in this request.
    """

    number: int
    title: str
    address: str
    text: str


WEB_SEARCH: ToolType[WebQuery, tuple[WebHit, ...]] = ToolType(
    ids.WEB_SEARCH, WebQuery, tuple[WebHit, ...]
)
WEB_FETCH: ToolType[WebAddress, tuple[WebHit, ...]] = ToolType(
    ids.WEB_FETCH, WebAddress, tuple[WebHit, ...]
)
"""Brings the passages of the page that are about it."""
