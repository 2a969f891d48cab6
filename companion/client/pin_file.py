"""Pinned cards on disk: a file for each server and account. Blocks.

An entry that cannot be read costs itself; a file that is none is kept as it is and refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from uuid import UUID

import msgspec

from companion.cards.view_state import CardViewState
from companion.client.pins import MAX_PINNED
from companion.client.state import LiveCard
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.ref import CardRef
from companion.support.atomic import write_atomically
from companion.support.errors import CompanionError, Failure

FOLDER = "pins"
MAX_FILE_BYTES = 16 << 20
EMBEDDED = "embedded"


class PinnedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card as it was last."""

    ref: CardRef
    data: CardData


class _File(msgspec.Struct, frozen=True):
    cards: list[msgspec.Raw] = []


def pins_path(folder: Path, server: str, account: UUID) -> Path:
    """Where an account's pins at a server lie, below the player's configuration.

    Args:
        folder: The configuration.
        server: Id of the server; empty for the embedded engine.
        account: Id of the account.
    """
    return folder / "system" / FOLDER / f"{server or EMBEDDED}_{account.hex}.json"


def read_pins(path: Path) -> tuple[LiveCard, ...]:
    """The cards, oldest first; none before the first was pinned.

    Raises:
        CompanionError: SETTINGS_BROKEN, the file cannot be read.
    """
    try:
        if not path.exists():
            return ()
        if path.stat().st_size > MAX_FILE_BYTES:
            raise CompanionError(Failure.SETTINGS_BROKEN, path.name)
        entries = msgspec.json.decode(path.read_bytes(), type=_File).cards
    except (OSError, msgspec.MsgspecError, RecursionError) as error:
        raise CompanionError(Failure.SETTINGS_BROKEN, path.name) from error
    cards = (card for entry in entries if (card := _read(entry)) is not None)
    return tuple(cards)[-MAX_PINNED:]


def write_pins(path: Path, cards: Iterable[LiveCard]) -> None:
    """Keep the cards; they are on disk on return. The oldest are left out where all are too many.

    Raises:
        CompanionError: SETTINGS_NOT_SAVED.
    """
    entries = [msgspec.json.encode(PinnedEntry(card.ref, card.data)) for card in cards]
    while entries and sum(map(len, entries)) > MAX_FILE_BYTES - len(entries) - 64:
        entries.pop(0)
    try:
        write_atomically(path, msgspec.json.encode(_File([msgspec.Raw(one) for one in entries])))
    except OSError as error:
        detail = f"{path.name}: {error.strerror}"
        raise CompanionError(Failure.SETTINGS_NOT_SAVED, detail) from error


def _read(entry: msgspec.Raw) -> LiveCard | None:
    try:
        kept = msgspec.json.decode(entry, type=PinnedEntry)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return LiveCard(kept.ref, kept.data, CardViewState(), active=False)
