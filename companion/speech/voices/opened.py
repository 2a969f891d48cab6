"""The voices of the account in use, read for whoever is about to speak. Blocks on the disk."""

from __future__ import annotations

import logging
from pathlib import Path

from companion.speech.ledger.accounts import accounts_path, read_accounts
from companion.speech.voices.voice_book import VoiceBook, VoiceBookFile
from companion.support.errors import CompanionError

logger = logging.getLogger(__name__)


def read_voices(folder: Path) -> VoiceBook:
    """Voices and bindings; where they cannot be read everybody has the provider's own voice.

    Args:
        folder: The player's configuration.
    """
    if not accounts_path(folder).exists():
        return VoiceBook()
    try:
        return VoiceBookFile(folder, read_accounts(folder).current).read()
    except CompanionError as error:
        logger.warning("designed voices not read: %s", error)
        return VoiceBook()
