"""What an action about items takes."""

from __future__ import annotations

from typing import Annotated

import msgspec

from companion.protocol.limits import Argument


class FindItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody called an item, or its registry id."""

    item: Annotated[
        Argument, msgspec.Meta(min_length=1, description="Name of the item as the player said it")
    ]
