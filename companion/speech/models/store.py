"""Finds models: in a folder the player names, in installed packages, or put together in the cache.

Every file is checked against its sum before anybody loads it. Blocks: use it in an executor.
"""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from companion.speech.models.catalog import Model, ModelFile
from companion.speech.models.checked import CheckedSums
from companion.support.errors import CompanionError, Failure
from companion.support.paths import cache_folder

logger = logging.getLogger(__name__)

LOCAL_FOLDER = "COMPANION_MODELS"
"""Environment variable: a folder with a folder a model, for who cannot install the packages."""

Located = Mapping[str, Path]
"""File name to path."""


class ModelStore:
    """Where models are. May be used by any thread; one lookup at a time.

    Args:
        local: Folder that holds `<model name>/<file name>`; by default the environment's.
        cache: Folder for what is put together from parts.
    """

    def __init__(self, local: Path | None = None, cache: Path | None = None) -> None:
        named = os.environ.get(LOCAL_FOLDER)
        self._local = local or (Path(named) if named else None)
        self._cache = cache or cache_folder() / "models"
        self._sums = CheckedSums(self._cache / "checked.json")

    def locate(self, model: Model) -> Located:
        """Find every file of a model and check it.

        Raises:
            CompanionError: NO_SPEECH_MODEL with the package that is missing,
                SPEECH_MODEL_NOT_STORED or SPEECH_MODEL_DAMAGED.
        """
        is_split = any(len(file.parts) > 1 for file in model.files)
        files = {file.name: self._file(model, file, is_split=is_split) for file in model.files}
        return MappingProxyType(files)

    def distrust(self) -> None:
        """Check every file anew when it is asked for next, whatever its date says."""
        self._sums.forget()

    def _file(self, model: Model, file: ModelFile, *, is_split: bool) -> Path:
        """A file where it lies; a split model whole in the cache, as engines want one folder."""
        if self._local and (path := self._local / model.name / file.name).is_file():
            return self._checked(path, file)
        parts = _all_installed(model, file)
        if is_split:
            return self._assembled(self._cache / model.name / file.name, parts, file)
        return self._checked(parts[0], file)

    def _checked(self, path: Path, file: ModelFile) -> Path:
        try:
            found = self._sums.sha256(path)
        except OSError as error:
            raise CompanionError(Failure.SPEECH_MODEL_DAMAGED, f"{path}: {error}") from error
        if found != file.sha256:
            detail = f"{path}: its sum is {found[:12]}..., not {file.sha256[:12]}..."
            raise CompanionError(Failure.SPEECH_MODEL_DAMAGED, detail)
        return path

    def _assembled(self, path: Path, parts: list[Path], file: ModelFile) -> Path:
        """The whole in the cache; what is damaged there is put together once more."""
        if path.is_file() and self._sums.sha256(path) == file.sha256:
            return path
        try:
            _join(parts, path, file)
        except OSError as error:
            detail = f"{path.name}: {error.strerror}"
            raise CompanionError(Failure.SPEECH_MODEL_NOT_STORED, detail) from error
        return self._checked(path, file)


def _all_installed(model: Model, file: ModelFile) -> list[Path]:
    found = {part: _installed(part) for part in file.parts}
    if missing := [part for part, path in found.items() if path is None]:
        package = missing[0].partition("/")[0].replace("_", "-")
        raise CompanionError(Failure.NO_SPEECH_MODEL, f"{package} ({model.name})")
    return [path for path in found.values() if path]


def _installed(part: str) -> Path | None:
    """A file inside an installed package, without importing the package."""
    package, _, inside = part.partition("/")
    spec = find_spec(package)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    paths = (Path(folder) / inside for folder in folders)
    return next((path for path in paths if path.is_file()), None)


def _join(parts: list[Path], path: Path, file: ModelFile) -> None:
    """Put parts together; the target appears only when its sum is right."""
    path.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as whole:
            for part in parts:
                data = part.read_bytes()
                digest.update(data)
                whole.write(data)
        if digest.hexdigest() != file.sha256:
            detail = f"{path.name}: the parts in {parts[0].parent} do not make the pinned whole"
            raise CompanionError(Failure.SPEECH_MODEL_DAMAGED, detail)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
