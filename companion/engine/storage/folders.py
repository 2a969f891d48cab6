"""Folders of ours: without access for others, their names on the disk."""

from __future__ import annotations

import os
from pathlib import Path


def make_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing, for the owner alone (STORE-061)."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def sync_folder(folder: Path) -> None:
    """Put the names in a folder on the disk."""
    if os.name != "posix":
        return  # Windows keeps names with the file's own flush
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
