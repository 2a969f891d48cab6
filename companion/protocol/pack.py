"""What a companion gets of the modpack beside its quests: names for ear and voice, and icons."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec

from companion.support.locales import Locale

MAX_NAMES = 4_000
MAX_NAME_CHARACTERS = 64
MAX_ASSET_BYTES = 256 * 1024

PackName = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME_CHARACTERS)]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
"""SHA-256 in hexadecimal."""
AssetId = Annotated[
    str, msgspec.Meta(pattern=r"^[a-z0-9_.-]+:[a-z0-9_./-]+$(?!\n)", max_length=192)
]
"""The registry id of an item, or whatever the link calls an icon."""
AssetData = Annotated[bytes, msgspec.Meta(max_length=MAX_ASSET_BYTES)]


class Lexicon(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:lexicon", tag_field="type"
):
    """Names that this player may know, for recognition and pronunciation; replaces the last one.

    It is sent unasked: once the player is bound, and whenever the names have changed.

    Attributes:
        locale: Language of the names.
        names: Each once: chapters, then quests and items in the order of the book.
        is_whole: Whether that is all; a huge pack is cut at MAX_NAMES.
    """

    locale: Locale
    names: Annotated[tuple[PackName, ...], msgspec.Meta(max_length=MAX_NAMES)]
    is_whole: bool = True


class AssetRequest(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:asset", tag_field="type"
):
    """Ask for an icon.

    Attributes:
        asset: Which one.
        known: Hash of what the companion has already; left out when it has nothing.
    """

    request: UUID
    asset: AssetId
    known: Digest | msgspec.UnsetType = msgspec.UNSET


class Asset(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="system:asset", tag_field="type"
):
    """An icon; one that the game does not have is a failed reply with `not_found`.

    Attributes:
        request: The request it answers.
        asset: Which one.
        hash: Of the bytes, for the next time.
        data: A PNG, in base64 on the wire; absent when the companion's own is still right.
    """

    request: UUID
    asset: AssetId
    hash: Digest
    data: AssetData | msgspec.UnsetType = msgspec.UNSET
