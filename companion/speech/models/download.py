"""A file from the internet: in pieces, with progress, going on where it was cut off. Blocks."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from pathlib import Path

import httpx

from companion.support.errors import CompanionError, Failure

logger = logging.getLogger(__name__)

PART = ".part"
"""Ending of a file that is not whole yet."""
TIMEOUT_S = 30.0
TRIES = 4
"""Downloading costs nothing, so it is tried again, each time from where it stopped."""
_STATED_SUM = "x-linked-etag"
"""Header in which the hub of the models states the sum of a large file."""

OnProgress = Callable[[int, int], None]
"""Told the bytes so far and all of them, 0 while that is unknown."""


def fetch(client: httpx.Client, address: str, path: Path, sha256: str, progress: OnProgress) -> str:
    """Fetch a file; what was fetched before is gone on with.

    Args:
        client: Follows redirects.
        address: Where it is.
        path: Where it goes; it appears there only when it is whole and its sum is right.
        sha256: Sum it must have; empty takes what the server states, or any.
        progress: Told how far it is.

    Returns:
        The sum it has.

    Raises:
        CompanionError: SPEECH_MODEL_NOT_FETCHED, SPEECH_MODEL_DAMAGED, SPEECH_MODEL_NOT_STORED.
    """
    part = path.with_name(path.name + PART)
    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        stated = _all_of(client, address, part, progress)
        found = _sum(part)
    except OSError as error:
        detail = f"{path.name}: {error.strerror}"
        raise CompanionError(Failure.SPEECH_MODEL_NOT_STORED, detail) from error
    wanted = sha256 or stated
    if wanted and found != wanted:
        part.unlink()
        detail = f"{path.name}: its sum is {found[:12]}..., not {wanted[:12]}..."
        raise CompanionError(Failure.SPEECH_MODEL_DAMAGED, detail)
    part.replace(path)
    return found


def _all_of(client: httpx.Client, address: str, part: Path, progress: OnProgress) -> str:
    """Fetch until nothing is missing; the sum that the server stated, or empty."""
    why = ""
    for _ in range(TRIES):
        try:
            return _rest_of(client, address, part, progress)
        except httpx.HTTPStatusError as error:
            why = f"{error.response.status_code}"
            if error.response.status_code < 500:
                break
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            why = str(error) or type(error).__name__
            logger.info("download broken off, tried again: %s", why)
    raise CompanionError(Failure.SPEECH_MODEL_NOT_FETCHED, f"{address}: {why}")


def _rest_of(client: httpx.Client, address: str, part: Path, progress: OnProgress) -> str:
    have = part.stat().st_size if part.exists() else 0
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={have}-"} if have else {})
    with client.stream("GET", address, headers=headers) as answer:
        if have and answer.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE:
            part.unlink()  # not what it was: from the beginning
            raise httpx.ReadError("the server's file is another one")
        answer.raise_for_status()
        goes_on = answer.status_code == httpx.codes.PARTIAL_CONTENT
        have = have if goes_on else 0
        whole = have + int(answer.headers.get("content-length", 0))
        with part.open("ab" if goes_on else "wb") as file:
            for piece in answer.iter_raw():
                file.write(piece)
                have += len(piece)
                progress(have, whole)
        return _stated(answer)


def _stated(answer: httpx.Response) -> str:
    for one in (*answer.history, answer):
        stated = str(one.headers.get(_STATED_SUM, "")).strip('"').lower()
        if len(stated) == 64:
            return stated
    return ""


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
