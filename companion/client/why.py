"""Why is it silent? Key, microphone, recognition, server and the last reason, a line each. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.client.navigation import PageName
from companion.client.state import ClientState, Health, Part
from companion.language.phrase import Phrase, phrase
from companion.support.errors import Failure

LINES = ("key", "microphone", "ears", "voice", "engine")
"""Parts of the status line in the order a spoken turn passes them; the last reason comes after."""


@dataclass(frozen=True, slots=True)
class WhyLine:
    """One line of the panel.

    Attributes:
        name: Of the part, or `last`; its words are `client.why.<name>`.
        health: Drawn as a word and a mark.
        words: Short facts: `F8`, `-42 dB`, `offline`, `3 ms`.
        reason: A sentence with cause and next step; None where all is well.
        code: Of the reason; None where all is well.
        page: Where it is put right; NONE where nothing can be done there.
    """

    name: str
    health: Health
    words: str = ""
    reason: Phrase | None = None
    code: Failure | None = None
    page: PageName = PageName.NONE


def why_silent(state: ClientState, dbfs: float | None = None) -> tuple[WhyLine, ...]:
    """The lines as they are now.

    Args:
        state: The moment.
        dbfs: Loudness of the microphone, -90 to 0; None while it delivers nothing.
    """
    parts = {part.name: part for part in state.parts}
    lines = [_line(parts.get(name, Part(name)), dbfs) for name in LINES]
    return (*lines, _last(state))


def one_line(state: ClientState, dbfs: float | None, text: Callable[[str], str]) -> str:
    """All of it in one line, for the log, the tray and a bug report; no word that was spoken.

    Args:
        state: The moment.
        dbfs: As in `why_silent`.
        text: The text of a key in the player's language.
    """
    return " · ".join(
        " ".join(
            filter(
                None,
                (text(f"client.why.{line.name}"), line.words, line.code or line.health.value),
            )
        )
        for line in why_silent(state, dbfs)
    )


_PAGES = {
    "key": PageName.SETTINGS,
    "microphone": PageName.SETTINGS,
    "ears": PageName.SETTINGS,
    "voice": PageName.SETTINGS,
    "engine": PageName.CONNECTION,
}


def _line(part: Part, dbfs: float | None) -> WhyLine:
    words = part.words
    if part.name == "microphone" and dbfs is not None:
        words = f"{dbfs:.0f} dB"
    page = PageName.NONE if part.health is Health.READY else _PAGES[part.name]
    return WhyLine(part.name, part.health, words, _sentence(part), part.reason, page)


def _sentence(part: Part) -> Phrase | None:
    if part.reason is None:
        return None
    return phrase(f"failure.{part.reason}", detail=part.detail)


def _last(state: ClientState) -> WhyLine:
    if state.trouble is None:
        return WhyLine("last", Health.READY)
    reason = phrase(f"failure.{state.trouble.reason}", detail=state.trouble.detail)
    return WhyLine("last", Health.LIMITED, "", reason, state.trouble.reason)
