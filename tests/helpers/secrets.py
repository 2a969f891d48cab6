"""A store for secrets that lives in memory, or refuses as a keyring does."""

from __future__ import annotations

from companion.support.errors import Failure, SecretError


class FakeStore:
    """Keeps values in a dictionary; with a failure given, every call raises it."""

    def __init__(self, failure: Failure | None = None, **values: str) -> None:
        self.values = dict(values)
        self.failure = failure
        self.reads = 0

    def read(self, name: str) -> str | None:
        self.reads += 1
        self._refuse()
        return self.values.get(name)

    def write(self, name: str, value: str) -> None:
        self._refuse()
        self.values[name] = value

    def remove(self, name: str) -> None:
        self._refuse()
        self.values.pop(name, None)

    def _refuse(self) -> None:
        if self.failure:
            raise SecretError(self.failure, "FakeStore")
