"""Models that the player added: a folder each, with the sums its files had then. Blocks."""

from __future__ import annotations

import hashlib
import logging
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

import httpx
import msgspec

from companion.speech.models.bigger import RemoteModel
from companion.speech.models.checked import CheckedSums
from companion.speech.models.download import TIMEOUT_S, fetch
from companion.speech.models.store import Located
from companion.support.atomic import write_atomically
from companion.support.errors import CompanionError, Failure
from companion.support.paths import cache_folder
from companion.support.trust import trust

logger = logging.getLogger(__name__)

FOLDER = "added-models"
MANIFEST = "companion-model.json"
WHISPER_FILES = ("model.bin", "config.json", "tokenizer.json", "vocabulary.txt")
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")

OnFile = Callable[[str, int, int], None]
"""Told a file's name, its bytes so far and all of them."""


class AddedModel(msgspec.Struct, frozen=True):
    """One model that was added.

    Attributes:
        name: Also its folder's.
        source: Where it came from.
        sums: File name to SHA-256.
    """

    name: str
    source: str
    sums: dict[str, str]

    @property
    def is_english(self) -> bool:
        """Whether it knows no other language."""
        return self.name.endswith(".en")

    @property
    def is_whisper(self) -> bool:
        """Whether it is ears: a CTranslate2 folder of Whisper."""
        return self.sums.keys() >= set(WHISPER_FILES)


class AddedModels:
    """The folder of them. Any thread, one at a time."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or cache_folder() / FOLDER
        self._sums = CheckedSums(self._folder / "checked.json")

    def all(self) -> tuple[AddedModel, ...]:
        """Every model whose manifest can be read, by name."""
        found = []
        for path in sorted(self._folder.glob(f"*/{MANIFEST}")):
            try:
                found.append(msgspec.json.decode(path.read_bytes(), type=AddedModel))
            except (OSError, msgspec.DecodeError) as error:
                logger.warning("%s is not read: %s", path.parent.name, error)
        return tuple(found)

    def whisper(self, language: str) -> AddedModel | None:
        """Ears that were added for a language, the last by name; `.en` ones hear English only.

        Args:
            language: `en`, `zh`, or empty for whoever speaks both.
        """
        fit = (m for m in self.all() if m.is_whisper and (language == "en" or not m.is_english))
        return max(fit, key=lambda model: model.name, default=None)

    def locate(self, model: AddedModel) -> Located:
        """Its files, checked.

        Raises:
            CompanionError: SPEECH_MODEL_DAMAGED.
        """
        return MappingProxyType(
            {name: self._checked(model.name, name, wanted) for name, wanted in model.sums.items()}
        )

    def fetch(self, remote: RemoteModel, client: httpx.Client, on_file: OnFile) -> AddedModel:
        """Fetch a model; an interrupted download goes on where it stopped.

        Raises:
            CompanionError: SPEECH_MODEL_NOT_FETCHED, SPEECH_MODEL_DAMAGED or
                SPEECH_MODEL_NOT_STORED.
        """
        sums = {}
        for file in remote.files:
            path = self._path(remote.name, file.name)
            if path.is_file() and file.sha256 and _sum(path) == file.sha256:
                sums[file.name] = file.sha256
                continue

            def progress(have: int, whole: int, name: str = file.name) -> None:
                on_file(name, have, whole)

            sums[file.name] = fetch(client, file.address, path, file.sha256, progress)
        return self._keep(AddedModel(remote.name, remote.files[0].address, sums))

    def take(self, name: str, source: Path) -> AddedModel:
        """Copy a model out of a folder.

        Raises:
            CompanionError: NOT_FOUND when it is no folder of a model, SPEECH_MODEL_NOT_STORED.
        """
        if not is_model(source):
            raise CompanionError(Failure.NOT_FOUND, f"{source}: {', '.join(WHISPER_FILES)}")
        files = [path for path in sorted(source.iterdir()) if path.is_file()]
        try:
            for path in files:
                self._path(name, path.name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, self._path(name, path.name))
            sums = {path.name: _sum(self._path(name, path.name)) for path in files}
            return self._keep(AddedModel(name, str(source), sums))
        except OSError as error:
            detail = f"{name}: {error.strerror}"
            raise CompanionError(Failure.SPEECH_MODEL_NOT_STORED, detail) from error

    def remove(self, name: str) -> bool:
        """Delete a model and what was fetched of it; whether there was something."""
        if not _NAME.fullmatch(name) or not (self._folder / name).is_dir():
            return False
        shutil.rmtree(self._folder / name)
        return True

    def _keep(self, model: AddedModel) -> AddedModel:
        write_atomically(self._path(model.name, MANIFEST), msgspec.json.encode(model))
        return model

    def _path(self, name: str, file: str) -> Path:
        if not _NAME.fullmatch(name) or Path(file).name != file:
            raise CompanionError(Failure.INVALID_INPUT, name)
        return self._folder / name / file

    def _checked(self, name: str, file: str, wanted: str) -> Path:
        path = self._path(name, file)
        try:
            found = self._sums.sha256(path)
        except OSError as error:
            raise CompanionError(Failure.SPEECH_MODEL_DAMAGED, f"{path}: {error}") from error
        if found != wanted:
            detail = f"{path}: its sum is {found[:12]}..., not {wanted[:12]}..."
            raise CompanionError(Failure.SPEECH_MODEL_DAMAGED, detail)
        return path


def is_model(folder: Path) -> bool:
    """Whether a folder holds ears: Whisper, as CTranslate2 wants it."""
    return all((folder / name).is_file() for name in WHISPER_FILES)


def new_client() -> httpx.Client:
    """For downloads: through the system's proxy, following redirects."""
    return httpx.Client(verify=trust(), follow_redirects=True, timeout=TIMEOUT_S)


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
