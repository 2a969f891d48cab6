"""`companion keys`: keep speech keys in the system's keyring, and say where each comes from.

Values are typed without echo, never given as arguments (other users can read those), never shown.
"""

from __future__ import annotations

import argparse
import difflib
import getpass
from collections.abc import Callable

from companion.language.translations import Translations, merged
from companion.support.errors import Failure, SecretError
from companion.support.paths import config_folder
from companion.support.resources import translation_tables
from companion.support.secrets import KNOWN, Secrets, Source
from companion.support.settings import read_settings

USAGE_ERROR = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the three actions."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("list", help="say where each key comes from (the same as no action)")
    for name, help_line in (
        ("set", "type a key without echo and keep it in the keyring"),
        ("delete", "forget a key"),
    ):
        action = actions.add_parser(name, help=help_line, description=help_line)
        action.add_argument("name", metavar="NAME", help=", ".join(KNOWN))


def run(arguments: argparse.Namespace) -> int:
    """Do one action; 0 when it was done, 1 when not, 2 for an unknown name."""
    locale = read_settings(config_folder()).settings.locale
    desk = KeyDesk(Secrets(), merged(locale, translation_tables()), getpass.getpass)
    match arguments.action:
        case "set":
            return desk.set(arguments.name)
        case "delete":
            return desk.delete(arguments.name)
        case _:
            return desk.list()


class KeyDesk:
    """What the command does, with its keyring, language and keyboard given. Any thread."""

    def __init__(
        self, secrets: Secrets, translations: Translations, ask: Callable[[str], str]
    ) -> None:
        self._secrets = secrets
        self._text = translations.text
        self._ask = ask

    def list(self) -> int:
        """Say where each key comes from."""
        for name in KNOWN:
            try:
                where = str(self._secrets.source(name))
            except SecretError as error:
                where = str(error.failure)
            print(f"{name:<18} {self._text(f'keys.from.{where}')}")
            print(f"{'':<18} {self._text(f'keys.{name.lower()}')}")
        return 0

    def set(self, name: str) -> int:
        """Ask for a key and keep it."""
        if name not in KNOWN:
            return self._unknown(name)
        value = self._typed(name)
        if not value:
            print(self._text("keys.nothing_typed", name=name))
            return 1
        try:
            self._secrets.set(name, value)
        except SecretError as error:
            return self._refused(error, name)
        print(self._text("keys.stored", name=name))
        if self._secrets.source(name) is Source.ENVIRONMENT:
            print(self._text("keys.environment_first", name=name))
        return 0

    def delete(self, name: str) -> int:
        """Forget a key."""
        if name not in KNOWN:
            return self._unknown(name)
        try:
            self._secrets.delete(name)
        except SecretError as error:
            return self._refused(error, name)
        print(self._text("keys.deleted", name=name))
        if self._secrets.source(name) is Source.ENVIRONMENT:
            print(self._text("keys.environment_first", name=name))
        return 0

    def _typed(self, name: str) -> str:
        try:
            return self._ask(self._text("keys.prompt", name=name)).strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return ""

    def _refused(self, error: SecretError, name: str) -> int:
        is_locked = error.failure is Failure.KEYRING_LOCKED
        print(self._text("keys.locked" if is_locked else "keys.no_keyring", name=name))
        return 1

    def _unknown(self, name: str) -> int:
        near = difflib.get_close_matches(name.upper(), KNOWN, 1, 0.0)[0]
        print(self._text("keys.unknown", name=name, near=near, known=", ".join(KNOWN)))
        return USAGE_ERROR
