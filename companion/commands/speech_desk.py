"""What the speech commands share: settings, keys, books and voices of the account in use."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.language.translations import Translations, merged
from companion.speech.ledger.opened import AccountMeter
from companion.support.errors import CompanionError
from companion.support.paths import config_folder
from companion.support.resources import translation_tables
from companion.support.secrets import Secrets
from companion.support.settings import Settings, read_settings

LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class SpeechDesk:
    """Where a speech command finds everything.

    Attributes:
        folder: The player's configuration.
        settings: With the provider that the command was told.
        secrets: Where keys are.
        meter: The books.
        texts: In the player's language.
    """

    folder: Path
    settings: Settings
    secrets: Secrets
    meter: AccountMeter
    texts: Translations

    @property
    def language(self) -> str:
        """The player's, for ears and voices."""
        return "zh" if self.settings.locale.startswith("zh") else "en"

    def fail(self, error: CompanionError, *, as_json: bool) -> int:
        """Print why it did not work, and what to do next; returns the exit status."""
        sentence = self.texts.text(f"failure.{error.failure}", detail=error.detail)
        if as_json:
            value = {"failure": error.failure, "detail": error.detail, "sentence": sentence}
            print_json(value)
        else:
            print(sentence)
        return 1


def open_desk(**changes: str) -> SpeechDesk:
    """Read the player's settings; `changes` hold for this command. Empty ones are left out."""
    folder = config_folder()
    told = {name: value for name, value in changes.items() if value}
    settings = msgspec.structs.replace(read_settings(folder).settings, **told)
    texts = merged(settings.locale, translation_tables())
    return SpeechDesk(folder, settings, Secrets(), AccountMeter(folder, settings), texts)


def add_language(parser: argparse.ArgumentParser) -> None:
    """Declare `--language`."""
    parser.add_argument(
        "--language", choices=LANGUAGES, default="", help="of the words (default: the settings')"
    )


def print_json(value: Mapping[str, object]) -> None:
    """Print one JSON object."""
    print(json.dumps(value, ensure_ascii=False))
