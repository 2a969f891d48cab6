"""Whether two inputs are the same one: a digest of what was asked, not of how it was written."""

from __future__ import annotations

import hashlib
import re

import msgspec

from companion.support.errors import CompanionError, Failure

_FORM = re.compile(r"[0-9a-f]{64}")


def fingerprint(kind: str, value: object) -> str:
    """Digest an input.

    Args:
        kind: What the input is for: an action, a tool, a request type.
        value: A struct, or plain JSON values; the order of keys does not matter.

    Returns:
        64 hexadecimal digits (SHA-256).
    """
    plain = [kind, msgspec.to_builtins(value)]
    return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()


def read_fingerprint(stored: object) -> str:
    """Take a stored fingerprint as it is, or not at all (ENG-020).

    Raises:
        CompanionError: STORAGE_UNAVAILABLE; the entry it belongs to cannot be used.
    """
    if isinstance(stored, str) and _FORM.fullmatch(stored):
        return stored
    raise CompanionError(Failure.STORAGE_UNAVAILABLE, "a stored fingerprint is damaged")
