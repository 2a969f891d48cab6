"""Keys and tokens: the environment, else the system's keyring, else only for this run.

Every method may ask the keyring, which takes 2 to 45 ms and **blocks for as long as a person looks
at an unlock window**: call them from a worker thread, never on the GUI thread and never on a loop.

To add a secret that people type: a line in `KNOWN` and a text `keys.<name in lower case>` in each
language's `resources/translations/<locale>/keys.json`.
"""

from __future__ import annotations

import enum
import logging
import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar

from companion.support.errors import Failure, SecretError

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

T = TypeVar("T")

logger = logging.getLogger(__name__)

ALIYUN_AK_ID = "ALIYUN_AK_ID"
ALIYUN_AK_SECRET = "ALIYUN_AK_SECRET"
DASHSCOPE_API_KEY = "DASHSCOPE_API_KEY"
SPEECH_OPENAI_KEY = "SPEECH_OPENAI_KEY"

KNOWN = (ALIYUN_AK_ID, ALIYUN_AK_SECRET, DASHSCOPE_API_KEY, SPEECH_OPENAI_KEY)
"""Secrets people type; each is also the environment variable that is read first."""

SERVICE = "companion"
"""The name under which the keyring files our entries."""

_ACCEPTED = (
    "keyring.backends.SecretService",
    "keyring.backends.libsecret",
    "keyring.backends.kwallet",
    "keyring.backends.macOS",
    "keyring.backends.Windows",
)
"""Back ends that encrypt. Others (keyrings.alt) keep base64 in a file, or ask on the terminal."""


class Source(enum.StrEnum):
    """Where a secret comes from."""

    ENVIRONMENT = "environment"
    THIS_RUN = "this_run"
    KEYRING = "keyring"
    NOWHERE = "nowhere"


class Store(Protocol):
    """A place that survives the program. Every method blocks and may raise `SecretError`."""

    def read(self, name: str) -> str | None:
        """The value, or None when there is none."""
        ...

    def write(self, name: str, value: str) -> None:
        """Keep a value."""
        ...

    def remove(self, name: str) -> None:
        """Forget a value; one that is not there is no error."""
        ...


class Secrets:
    """Looks secrets up. Any thread but the GUI's and a loop's, see the module."""

    def __init__(
        self, environment: Mapping[str, str] | None = None, store: Store | None = None
    ) -> None:
        """Store what is given; nothing is looked up yet.

        Args:
            environment: Read first; the process's own when None.
            store: The system's keyring when None; `NoStore()` for runs that must not ask it.
        """
        self._environment = os.environ if environment is None else environment
        self._store = KeyringStore() if store is None else store
        self._this_run: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"Secrets(this run: {sorted(self._this_run)})"

    def get(self, name: str) -> str | None:
        """A secret, or None when nobody has it (or there is no keyring to ask).

        Raises:
            SecretError: KEYRING_LOCKED.
        """
        return self.find(name)[0]

    def source(self, name: str) -> Source:
        """Where a secret comes from.

        Raises:
            SecretError: KEYRING_LOCKED.
        """
        return self.find(name)[1]

    def find(self, name: str) -> tuple[str | None, Source]:
        """A secret and where it comes from, with one look into the keyring.

        Raises:
            SecretError: KEYRING_LOCKED.
        """
        if value := self._environment.get(name, "").strip():
            return value, Source.ENVIRONMENT
        if value := self._this_run.get(name, ""):
            return value, Source.THIS_RUN
        if stored := self._read(name):
            return stored, Source.KEYRING
        return None, Source.NOWHERE

    def set(self, name: str, value: str) -> None:
        """Keep a secret in the keyring; it takes the place of one kept for this run.

        Raises:
            SecretError: NO_KEYRING or KEYRING_LOCKED; nothing was stored anywhere. Offer
                `keep_for_this_run`.
        """
        self._store.write(name, value)
        self._this_run.pop(name, None)

    def keep_for_this_run(self, name: str, value: str) -> None:
        """Keep a secret in memory only; the next start does not know it."""
        self._this_run[name] = value

    def delete(self, name: str) -> None:
        """Forget a secret here and in the keyring; the environment is not ours to change.

        Raises:
            SecretError: KEYRING_LOCKED. Without a keyring there is nothing to forget there.
        """
        self._this_run.pop(name, None)
        try:
            self._store.remove(name)
        except SecretError as error:
            if error.failure is not Failure.NO_KEYRING:
                raise

    def _read(self, name: str) -> str | None:
        try:
            return self._store.read(name)
        except SecretError as error:
            if error.failure is not Failure.NO_KEYRING:
                raise
            logger.debug("no keyring: %s", error.detail)
            return None


class NoStore:
    """For runs that must not ask the keyring: demos, benches, tests."""

    def read(self, name: str) -> str | None:
        """Nothing is here."""
        return None

    def write(self, name: str, value: str) -> None:
        """Refuse."""
        raise SecretError(Failure.NO_KEYRING, "this run keeps nothing")

    def remove(self, name: str) -> None:
        """Nothing is here."""


class KeyringStore:
    """The system's keyring: Secret Service, KWallet, macOS keychain or Windows' vault."""

    def __init__(self, find_backend: Callable[[], KeyringBackend] | None = None) -> None:
        self._find_backend = find_backend or _system_keyring

    def read(self, name: str) -> str | None:
        """The value, or None."""
        return _asked(lambda: self._backend().get_password(SERVICE, name))

    def write(self, name: str, value: str) -> None:
        """Keep a value."""
        _asked(lambda: self._backend().set_password(SERVICE, name, value))

    def remove(self, name: str) -> None:
        """Forget a value."""
        backend = self._backend()
        if _asked(lambda: backend.get_password(SERVICE, name)) is not None:
            _asked(lambda: backend.delete_password(SERVICE, name))

    def _backend(self) -> KeyringBackend:
        chosen = _asked(self._find_backend)
        for backend in getattr(chosen, "backends", None) or [chosen]:
            if type(backend).__module__ in _ACCEPTED:
                accepted: KeyringBackend = backend
                return accepted
        kind = type(chosen)
        raise SecretError(Failure.NO_KEYRING, f"{kind.__module__}.{kind.__qualname__}")


def _system_keyring() -> KeyringBackend:
    import keyring  # 60 to 140 ms, and as much again to find its back end

    return keyring.get_keyring()


def _asked(question: Callable[[], T]) -> T:
    """Ask the keyring; its errors become ours, named by kind since their words may hold values."""
    from keyring import errors

    try:
        return question()
    except SecretError:
        raise
    except (errors.KeyringLocked, errors.InitError, errors.PasswordSetError) as error:
        raise SecretError(Failure.KEYRING_LOCKED, type(error).__name__) from None
    except Exception as error:  # noqa: BLE001 - back ends let errors of D-Bus and the system pass
        raise SecretError(Failure.NO_KEYRING, type(error).__name__) from None
