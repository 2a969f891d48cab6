"""The voice strip: what the companion does right now, in one phase.

Ears come first: while they are busy, what the engine or the voice does is not shown.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.client.events import (
    EarsMoved,
    FellSilent,
    SentenceBegan,
    VoiceAwaited,
    VoiceEnded,
    WordsHeard,
)
from companion.client.state import ClientState, Phase, Voice
from companion.speech.ears import EarPhase

_PHASES = {
    EarPhase.GETTING_READY: Phase.GETTING_READY,
    EarPhase.LISTENING: Phase.LISTENING,
    EarPhase.RECOGNISING: Phase.RECOGNISING,
}
_EARS_BUSY = frozenset(_PHASES.values())


VoiceEvent = EarsMoved | WordsHeard | VoiceAwaited | SentenceBegan | VoiceEnded | FellSilent


def after(state: ClientState, event: VoiceEvent) -> Voice:
    """The strip after something was heard, said or given up."""
    match event:
        case EarsMoved():
            return _ears_moved(state, event)
        case WordsHeard(text=text):
            return replace(state.voice, words=text) if is_listening(state) else state.voice
        case FellSilent(reason=reason, detail=detail):
            if is_listening(state) or state.waiting:
                return state.voice
            return Voice(Phase.SILENT, reason=reason, detail=detail)
        case VoiceAwaited():
            return state.voice if state.voice.phase is Phase.SILENT else thinking(state)
        case SentenceBegan(text=text, speaker=speaker):
            speaking = Voice(Phase.SPEAKING, text, speaker=speaker)
            return state.voice if is_listening(state) else speaking
        case VoiceEnded():
            return state.voice if is_listening(state) else _resting(state)
        case _:
            assert_never(event)


def thinking(state: ClientState) -> Voice:
    """The strip while an answer is made; the words that were heard stay to be read."""
    if is_listening(state):
        return state.voice
    return Voice(Phase.THINKING, state.voice.words)


def is_listening(state: ClientState) -> bool:
    """Whether the ears hold the strip."""
    return state.voice.phase in _EARS_BUSY


def _ears_moved(state: ClientState, event: EarsMoved) -> Voice:
    if event.phase is not EarPhase.IDLE:
        words = state.voice.words if is_listening(state) else ""
        return Voice(_PHASES[event.phase], words, seconds_left=event.seconds_left)
    return _resting(state, state.voice.words) if is_listening(state) else state.voice


def _resting(state: ClientState, words: str = "") -> Voice:
    return Voice(Phase.THINKING, words) if state.waiting else Voice()
