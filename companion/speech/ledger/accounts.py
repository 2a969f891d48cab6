"""The player's local accounts: random ids that voices and books belong to. Blocks on the disk.

Nobody is told of them: they are names of files on this computer.
"""

from __future__ import annotations

import uuid
from pathlib import Path

import filelock
import msgspec

from companion.support.atomic import write_atomically
from companion.support.errors import CompanionError, Failure

MOST_BYTES = 1 << 20


class Account(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One account.

    Attributes:
        id: Random.
        name: The player's word for it; may be empty.
    """

    id: uuid.UUID
    name: str = ""


class Accounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All accounts and the one in use."""

    current: uuid.UUID
    accounts: tuple[Account, ...]


def accounts_path(folder: Path) -> Path:
    """Where they are listed, below the player's configuration."""
    return folder / "system" / "accounts.json"


def read_accounts(folder: Path) -> Accounts:
    """The accounts; the first one is made when there is none.

    Raises:
        CompanionError: SPEECH_LEDGER_BROKEN, the list cannot be read or written; it is left as it
            is, since books belong to the ids in it.
    """
    path = accounts_path(folder)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with filelock.FileLock(path.with_suffix(".lock"), timeout=5):
            if not path.exists():
                _write(path, _first())
            return msgspec.json.decode(path.read_bytes()[:MOST_BYTES], type=Accounts)
    except (OSError, filelock.Timeout, msgspec.DecodeError, UnicodeError) as error:
        detail = f"{path.name}: {type(error).__name__}"
        raise CompanionError(Failure.SPEECH_LEDGER_BROKEN, detail) from error


def add_account(folder: Path, name: str) -> Account:
    """Add an account and use it from now on.

    Raises:
        CompanionError: SPEECH_LEDGER_BROKEN.
    """
    known = read_accounts(folder)
    account = Account(uuid.uuid4(), name)
    _keep(folder, Accounts(account.id, (*known.accounts, account)))
    return account


def use_account(folder: Path, wanted: uuid.UUID) -> None:
    """Use another account from now on.

    Raises:
        CompanionError: NOT_FOUND, or SPEECH_LEDGER_BROKEN.
    """
    known = read_accounts(folder)
    if all(account.id != wanted for account in known.accounts):
        raise CompanionError(Failure.NOT_FOUND, str(wanted))
    _keep(folder, msgspec.structs.replace(known, current=wanted))


def _first() -> Accounts:
    account = Account(uuid.uuid4())
    return Accounts(account.id, (account,))


def _keep(folder: Path, accounts: Accounts) -> None:
    try:
        _write(accounts_path(folder), accounts)
    except OSError as error:
        raise CompanionError(Failure.SPEECH_LEDGER_BROKEN, type(error).__name__) from error


def _write(path: Path, accounts: Accounts) -> None:
    write_atomically(path, msgspec.json.format(msgspec.json.encode(accounts), indent=2) + b"\n")
