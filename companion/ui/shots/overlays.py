"""Pictures of the overlay in each of its states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from companion.cards.library import CardLibrary
from companion.client.no_commands import NoCommands
from companion.client.state import ClientState, Health, Part, Phase, Voice
from companion.support.errors import Failure
from companion.ui.overlay import Overlay
from companion.ui.shots import samples

SAID = "ui.nav.next.say"

PHASES: Mapping[str, Phase] = {phase.value: phase for phase in Phase}
"""A picture each."""


def overlay(name: str, library: CardLibrary) -> QWidget:
    """The overlay in a phase, or `queued` with notices that wait."""
    state = _state(name, library)
    made = Overlay(library, NoCommands())
    made.show_state(state)
    for dbfs in (-40.0, -24.0, -30.0):
        made.show_level(dbfs)
    return made


def _state(name: str, library: CardLibrary) -> ClientState:
    locale = library.translations.locale
    if name == "queued":
        waits = (samples.card(2, "inbox", locale), samples.card(3, "quest_list", locale))
        state = samples.over_the_game(locale)
        refs = tuple(card.ref for card in waits)
        return replace(state, voice=Voice(), cards=(*state.cards, *waits), queued=refs, lost=3)
    phase = PHASES[name]
    words = library.translations.text(SAID)
    failed = phase is Phase.SILENT
    voice = Voice(
        phase,
        words if phase in (Phase.LISTENING, Phase.SPEAKING, Phase.RECOGNISING) else "",
        Failure.NOTHING_HEARD if failed else None,
        seconds_left=51.4 if phase is Phase.LISTENING else 0.0,
    )
    parts = samples.parts()
    if phase is Phase.GETTING_READY:
        parts = tuple(Part(part.name, Health.STARTING) for part in parts)
    return ClientState(locale, parts=parts, voice=voice)
