"""Folders that commands are given, judged before anything is opened."""

from __future__ import annotations

import argparse
from pathlib import Path


def existing(text: str) -> Path:
    """A folder that is there.

    Raises:
        argparse.ArgumentTypeError: It is not.
    """
    path = Path(text).expanduser()
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no folder; name the one that holds the game")
    return path


def to_be_kept_in(text: str) -> Path:
    """A folder, or a place for a new one.

    Raises:
        argparse.ArgumentTypeError: Something else stands there.
    """
    path = Path(text).expanduser()
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is a file; name a folder")
    return path
