"""Where our files live: shipped resources, the user's settings, the user's cache."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped(folder: str) -> Path:
    """A folder that ships with the program: `cards` or `resources`.

    In a checkout they lie beside the package; the wheel carries them in `companion/data`.
    """
    packed = _PACKAGE / "data" / folder
    return packed if packed.is_dir() else _PACKAGE.parent / folder


def config_folder() -> Path:
    """The user's settings; COMPANION_CONFIG replaces it (tests, portable use)."""
    chosen = os.environ.get("COMPANION_CONFIG")
    return Path(chosen) if chosen else Path(platformdirs.user_config_dir("companion", False))


def cache_folder() -> Path:
    """What may be deleted at any time: models put together, spoken phrases; COMPANION_CACHE."""
    chosen = os.environ.get("COMPANION_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("companion", False))
