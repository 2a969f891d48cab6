"""A desk behind the first start that writes down what it is asked, and servers that do so too."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.support.settings import Settings
from companion.ui.pages.desk import NoServers, PageDesk
from companion.ui.pages.first_start_desk import FirstStartDesk


class RecordingStart(FirstStartDesk):
    """Keeps settings in memory."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self.calls: list[tuple[object, ...]] = []

    @property
    def settings(self) -> Settings:
        return self._settings

    def change(self, **values: Any) -> None:
        self._settings = msgspec.structs.replace(self._settings, **values)

    def rehearse(self, *, on: bool) -> None:
        self.calls.append(("rehearse", on))

    def find_microphones(self) -> None:
        self.calls.append(("find_microphones",))

    def find_games(self) -> None:
        self.calls.append(("find_games",))

    def keep_secret(self, name: str, value: str) -> None:
        self.calls.append(("keep_secret", name, value))

    def open_settings(self, page: str) -> None:
        self.calls.append(("open_settings", page))


class RecordingServers(NoServers):
    """Keeps the wishes that change something."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    def add(self, name: str, address: str, *, insecure: bool = False) -> None:
        self.calls.append(("add", address, insecure))

    def use(self, server: str) -> None:
        self.calls.append(("use", server))


class StartingDesk(PageDesk):
    """A page desk with both."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.start = RecordingStart(settings)
        self.wishes = RecordingServers()

    @property
    def first_start(self) -> FirstStartDesk:
        return self.start

    @property
    def servers(self) -> RecordingServers:
        return self.wishes
