"""The one container of a configuration: its value now, its file, and whether they differ."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from companion.engine.config.decoding import Decoded, decode
from companion.engine.config.json_file import BrokenFileError, read_object
from companion.engine.config.values import Config, plain
from companion.support.atomic import write_atomically

C = TypeVar("C", bound=Config)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reloaded:
    """What reading a file again brought.

    Attributes:
        file: Its name.
        changed: Fields with another value than before.
        restart: Those of them that count only after a restart (SET-037).
        faults: What is not used, one line a field; of a broken file one line in all.
    """

    file: str
    changed: tuple[str, ...] = ()
    restart: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


class ConfigInstance(Generic[C]):
    """Guards one configuration. Any thread; all but `get` and `at_start` may wait for the disk.

    Readers call `get()` where they need a value and keep no copy (SET-021): what it returns is one
    consistent, frozen snapshot.
    """

    def __init__(self, kind: type[C], folder: Path, defaults: Path) -> None:
        """Copy the default file when there is none, then read.

        Args:
            kind: The configuration class.
            folder: The world's configuration folder.
            defaults: The folder of the shipped default files.
        """
        self.path = folder / kind.FILE_NAME
        self._kind = kind
        self._default_file = defaults / kind.FILE_NAME
        self._lock = threading.RLock()
        self._is_dirty = False
        self._value = kind()
        self._in_file: dict[str, Any] = plain(self._value)
        self.faults = self.reload().faults
        self.at_start = self._value

    def get(self) -> C:
        """The configuration as it is now."""
        return self._value

    def set(self, value: C) -> bool:
        """Take a new value into use and mark it for saving when it differs (SET-014).

        Returns:
            Whether it differs.

        Raises:
            ValueError: A field is not what the file would be allowed to say.
        """
        judged = decode(self._kind, plain(value))
        if judged.faults:
            raise ValueError("; ".join(map(str, judged.faults)))
        with self._lock:
            if judged.value == self._value:
                return False
            self._value = judged.value
            self._is_dirty = True
            return True

    def mark_dirty(self) -> None:
        """Say that the value was changed in place (SET-015)."""
        with self._lock:
            self._is_dirty = True

    def save(self) -> bool:
        """Write what was changed; other fields of the file stay as somebody wrote them.

        Returns:
            False when the file could not be written or is broken: it stays marked (SET-020).
        """
        with self._lock:
            if not self._is_dirty:
                return True
            self._is_dirty = False
            try:
                self._write()
            except (OSError, BrokenFileError) as error:
                self._is_dirty = True
                logger.error("%s not saved: %s", self.path.name, error)
                return False
            return True

    def reload(self) -> Reloaded:
        """Save what is pending, then read the file again (SET-017)."""
        with self._lock:
            before = plain(self._value)
            if not self.save():
                return Reloaded(self.path.name, faults=("not saved, so not read again",))
            decoded, faults = self._load()
            self._value = decoded.value
            self._in_file = plain(decoded.value)
            changed = _different(before, self._in_file)
            restart = {_encoded(self._kind, name) for name in self._kind.RESTART}
            late = tuple(name for name in changed if name in restart)
            self.faults = faults
            return Reloaded(self.path.name, changed, late, faults)

    def _load(self) -> tuple[Decoded[C], tuple[str, ...]]:
        try:
            self._copy_default()
            values = read_object(self.path)
        except (OSError, BrokenFileError) as error:
            logger.error("%s not read, its defaults are used: %s", self.path.name, error)
            return Decoded(self._kind()), (str(error),)
        decoded = decode(self._kind, values)
        for fault in decoded.faults:
            logger.warning("%s: not used: %s", self.path.name, fault)
        return decoded, tuple(map(str, decoded.faults))

    def _copy_default(self) -> None:
        if not self.path.exists():
            write_atomically(self.path, self._default_file.read_bytes())

    def _write(self) -> None:
        try:
            values = read_object(self.path)
        except FileNotFoundError:
            values = {}
        now = plain(self._value)
        values.update({name: now[name] for name in _different(self._in_file, now)})
        data = msgspec.json.format(msgspec.json.encode(values), indent=2)
        write_atomically(self.path, data + b"\n")
        self._in_file = now


def _different(before: dict[str, Any], after: dict[str, Any]) -> tuple[str, ...]:
    return tuple(name for name in after if before.get(name) != after[name])


def _encoded(kind: type[Config], name: str) -> str:
    return next(f.encode_name for f in msgspec.structs.fields(kind) if f.name == name)
