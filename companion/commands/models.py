"""`companion models`: which speech models are here, whether they are whole, and bigger ones."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import httpx

from companion.language.translations import Translations, merged
from companion.speech.models.added import WHISPER_FILES, AddedModels, is_model, new_client
from companion.speech.models.bigger import BIGGER
from companion.speech.models.catalog import HIBARI, KOKORO, WHISPER_BASE, WHISPER_TINY_EN, Model
from companion.speech.models.store import ModelStore
from companion.support.errors import CompanionError
from companion.support.paths import config_folder
from companion.support.resources import translation_tables
from companion.support.settings import read_settings

MODELS = (WHISPER_TINY_EN, WHISPER_BASE, HIBARI, KOKORO)
USAGE_ERROR = 2
TELL_EVERY_S = 1.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("list", help="say what is here (the same as no action)")
    actions.add_parser("check", help="compute every sum anew; takes some seconds")
    add = actions.add_parser("add", help="fetch a bigger model, or copy one out of a folder")
    add.add_argument("name", metavar="NAME", help=", ".join(BIGGER))
    add.add_argument("--folder", type=Path, help="copy it from here instead of fetching it")
    remove = actions.add_parser("remove", help="delete a model that was added")
    remove.add_argument("name", metavar="NAME")


def run(arguments: argparse.Namespace) -> int:
    """Do one action; 0 when it was done and all is well."""
    texts = merged(read_settings(config_folder()).settings.locale, translation_tables())
    desk = ModelDesk(ModelStore(), AddedModels(), texts)
    match arguments.action:
        case "check":
            return desk.list(anew=True)
        case "add":
            with new_client() as client:
                return desk.add(arguments.name, arguments.folder, client)
        case "remove":
            return desk.remove(arguments.name)
        case _:
            return desk.list()


class ModelDesk:
    """What the command does, with its folders given."""

    def __init__(self, store: ModelStore, added: AddedModels, texts: Translations) -> None:
        self._store = store
        self._added = added
        self._texts = texts
        self._told_at = 0.0

    def list(self, *, anew: bool = False) -> int:
        """Print a line a model; 1 when one of ours is missing or damaged."""
        if anew:
            self._store.distrust()
        faults = [self._tell(model) for model in MODELS]
        for model in self._added.all():
            try:
                self._added.locate(model)
            except CompanionError as error:
                faults.append(self._fail(model.name, error))
            else:
                faults.append(False)
                self._print(model.name, "models.added", source=model.source)
        for name, remote in BIGGER.items():
            if all(model.name != name for model in self._added.all()):
                self._print(name, "models.bigger", size=remote.size_mib, about=remote.about)
        return int(any(faults))

    def add(self, name: str, folder: Path | None, client: httpx.Client) -> int:
        """Fetch or copy a model."""
        if folder is not None and not is_model(folder):
            self._print(name, "models.no_folder", folder=folder, files=", ".join(WHISPER_FILES))
            return USAGE_ERROR
        if folder is None and name not in BIGGER:
            self._print(name, "models.unknown", names=", ".join(BIGGER))
            return USAGE_ERROR
        try:
            if folder is not None:
                self._added.take(name, folder)
            else:
                self._added.fetch(BIGGER[name], client, self._progress)
        except CompanionError as error:
            return int(self._fail(name, error))
        self._print(name, "models.is_added")
        return 0

    def remove(self, name: str) -> int:
        """Delete a model that was added."""
        if not self._added.remove(name):
            self._print(name, "models.not_added")
            return USAGE_ERROR
        self._print(name, "models.removed")
        return 0

    def _tell(self, model: Model) -> bool:
        """Print how a packaged model stands; whether something is wrong."""
        try:
            self._store.locate(model)
        except CompanionError as error:
            return self._fail(model.name, error)
        self._print(model.name, "models.ready")
        return False

    def _fail(self, name: str, error: CompanionError) -> bool:
        words = self._texts.text(f"failure.{error.failure}", detail=error.detail)
        print(f"{name}: {words} ({error.detail})")
        return True

    def _print(self, name: str, key: str, **values: object) -> None:
        words = self._texts.text(key, **{k: str(v) for k, v in values.items()})
        print(f"{name}: {words}")

    def _progress(self, file: str, have: int, whole: int) -> None:
        now = time.monotonic()
        if now - self._told_at < TELL_EVERY_S and have != whole:
            return
        self._told_at = now
        share = f" {have * 100 // whole} %" if whole else ""
        print(f"{file}: {have >> 20} MiB{share}", file=sys.stderr)
