"""Which pages there are: one line a page, imported and built when it is first visited."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.cards.library import CardLibrary
from companion.client.commands import ClientCommands
from companion.client.navigation import PageName
from companion.ui.pages.desk import PageDesk
from companion.ui.pages.page import Page


@dataclass(frozen=True, slots=True)
class PageParts:
    """What a page is made of."""

    library: CardLibrary
    commands: ClientCommands
    desk: PageDesk


def _usage(parts: PageParts) -> Page:
    from companion.ui.pages.usage import UsagePage

    return UsagePage(parts.library.translations, parts.commands, parts.desk)


def _history(parts: PageParts) -> Page:
    from companion.ui.pages.history import HistoryPage

    return HistoryPage(parts.library, parts.desk)


def _pinned(parts: PageParts) -> Page:
    from companion.ui.pages.pinned import PinnedPage

    return PinnedPage(parts.library, parts.commands)


def _connection(parts: PageParts) -> Page:
    from companion.ui.pages.connection import ConnectionPage

    return ConnectionPage(parts.library.translations, parts.commands, parts.desk)


def _why(parts: PageParts) -> Page:
    from companion.ui.pages.why import WhyPage

    return WhyPage(parts.library.translations, parts.commands)


def _voices(parts: PageParts) -> Page:
    from companion.ui.pages.voices.page import VoicesPage

    return VoicesPage(parts.library.translations, parts.desk)


def _first_start(parts: PageParts) -> Page:
    from companion.ui.pages.first_start.page import FirstStartPage

    return FirstStartPage(parts.library, parts.commands, parts.desk)


PAGES: Mapping[PageName, Callable[[PageParts], Page]] = {
    PageName.USAGE: _usage,
    PageName.HISTORY: _history,
    PageName.PINNED: _pinned,
    PageName.CONNECTION: _connection,
    PageName.WHY: _why,
    PageName.VOICES: _voices,
    PageName.FIRST_START: _first_start,
}
"""What is not here is the conversation, a window of its own (settings), or no page."""
