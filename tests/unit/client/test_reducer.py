"""The state is one frozen value; events make others of it."""

from __future__ import annotations

import dataclasses

import pytest

from companion.client import status
from companion.client.events import (
    DraftLeft,
    EarsMoved,
    EngineDescribed,
    Event,
    FellSilent,
    PartChanged,
    RequestBegan,
    RequestEnded,
    Said,
    SentenceBegan,
    Staged,
    VoiceAwaited,
    VoiceEnded,
    WordsHeard,
)
from companion.client.reducer import reduce
from companion.client.state import (
    EMPTY,
    MAX_ENTRIES,
    ClientState,
    Health,
    Part,
    Phase,
    Speaker,
    Stages,
)
from companion.client.store import Store
from companion.language.phrase import literal
from companion.protocol.responses import State
from companion.speech.ears import EarPhase
from companion.support.errors import CompanionError, Failure

LISTENING = EarsMoved(EarPhase.LISTENING, 58.0)
IDLE = EarsMoved(EarPhase.IDLE)


def after(*events: Event, state: ClientState = EMPTY) -> ClientState:
    for event in events:
        state = reduce(state, event)
    return state


def said(words: str) -> Said:
    return Said(Speaker.PLAYER, literal(words))


@pytest.mark.behaviour("CLIENT-001")
def test_a_state_never_changes() -> None:
    before = after(said("a"))
    after(said("b"), state=before)
    assert len(before.entries) == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        before.draft = "x"  # type: ignore[misc]


@pytest.mark.behaviour("CLIENT-005")
def test_the_revision_counts_changes_and_nothing_else() -> None:
    state = after(DraftLeft("x"), DraftLeft("x"), DraftLeft(""))
    assert state.revision == 2


def test_old_entries_make_room_and_ids_never_repeat() -> None:
    state = after(*(said(str(n)) for n in range(MAX_ENTRIES + 5)))
    assert len(state.entries) == MAX_ENTRIES
    assert (state.entries[0].id, state.entries[-1].id) == (6, MAX_ENTRIES + 5)


@pytest.mark.parametrize(
    ("events", "phase"),
    [
        ([LISTENING], Phase.LISTENING),
        ([LISTENING, IDLE], Phase.IDLE),
        ([RequestBegan()], Phase.THINKING),
        ([RequestBegan(), LISTENING], Phase.LISTENING),
        ([RequestBegan(), LISTENING, IDLE], Phase.THINKING),
        ([LISTENING, RequestBegan()], Phase.LISTENING),
        ([LISTENING, SentenceBegan("a")], Phase.LISTENING),
        ([LISTENING, VoiceEnded()], Phase.LISTENING),
        ([LISTENING, FellSilent(Failure.BUSY)], Phase.LISTENING),
        ([RequestBegan(), RequestEnded()], Phase.THINKING),
        ([RequestBegan(), RequestEnded(), VoiceEnded()], Phase.IDLE),
        ([RequestBegan(), FellSilent(Failure.BUSY)], Phase.THINKING),
        ([VoiceAwaited()], Phase.THINKING),
        ([LISTENING, VoiceAwaited()], Phase.LISTENING),
        ([FellSilent(Failure.BUSY), VoiceAwaited()], Phase.SILENT),
        ([FellSilent(Failure.BUSY), VoiceAwaited(), SentenceBegan("a")], Phase.SPEAKING),
        ([SentenceBegan("a")], Phase.SPEAKING),
        ([SentenceBegan("a"), IDLE], Phase.SPEAKING),
        ([SentenceBegan("a"), VoiceEnded()], Phase.IDLE),
        ([FellSilent(Failure.NO_SPEAKER)], Phase.SILENT),
        ([FellSilent(Failure.NO_SPEAKER), LISTENING], Phase.LISTENING),
    ],
)
def test_ears_come_before_the_engine_and_the_engine_before_the_voice(
    events: list[Event], phase: Phase
) -> None:
    assert after(*events).voice.phase is phase


def test_heard_words_stay_while_the_engine_thinks() -> None:
    state = after(LISTENING, WordsHeard("show my quests"), RequestBegan(), IDLE)
    assert (state.voice.phase, state.voice.words) == (Phase.THINKING, "show my quests")


def test_words_that_come_after_listening_are_not_shown() -> None:
    assert after(WordsHeard("late")).voice.words == ""


def test_parts_keep_their_order_and_new_ones_go_last() -> None:
    state = after(
        *(PartChanged(part) for part in status.starting()),
        PartChanged(Part("ears", Health.READY, "offline en")),
        PartChanged(Part("game")),
    )
    assert [part.name for part in state.parts] == [*status.PARTS, "game"]
    assert state.parts[2].words == "offline en"


@pytest.mark.parametrize(
    ("failure", "name", "health"),
    [
        (Failure.NO_MICROPHONE, "microphone", Health.FAILED),
        (Failure.NO_AUDIO_LIBRARY, "microphone", Health.FAILED),
        (Failure.SPEECH_KEY_WRONG, "ears", Health.FAILED),
        (Failure.SPEECH_UNREACHABLE, "ears", Health.LIMITED),
    ],
)
def test_a_failure_of_the_ears_names_the_part(failure: Failure, name: str, health: Health) -> None:
    (part,) = status.ears_failed(failure, "", "offline en")
    assert (part.name, part.health, part.reason) == (name, health, failure)


@pytest.mark.parametrize("failure", [Failure.NOTHING_HEARD, Failure.TOO_SHORT, Failure.CANCELLED])
def test_an_utterance_without_words_is_no_fault_of_the_ears(failure: Failure) -> None:
    assert status.ears_failed(failure, "", "offline en") == ()


def test_engine_and_stages_are_kept() -> None:
    engine = State("World", "", "demo", 3, 2, progress_known=True)
    state = after(EngineDescribed(engine), Staged(Stages(own=4.0)))
    assert (state.engine, state.stages) == (engine, Stages(own=4.0))


@pytest.mark.behaviour("CLIENT-002")
def test_listeners_see_the_last_of_several_changes_and_no_unchanged_state() -> None:
    states: list[ClientState] = []
    store = Store(EMPTY, states.append)
    store.dispatch(DraftLeft("a"), DraftLeft("b"))
    store.dispatch(DraftLeft("b"))
    assert [state.draft for state in states] == ["b"]


ALL_WELL = tuple(Part(name, Health.READY) for name in status.PARTS)


@pytest.mark.parametrize(
    ("changed", "ready"),
    [
        (Part("key", Health.FAILED), True),
        (Part("microphone", Health.STARTING), False),
        (Part("voice", Health.STARTING), False),
        (Part("ears", Health.LIMITED), False),
    ],
    ids=["no key", "no microphone yet", "no voice yet", "ears limited"],
)
def test_a_spoken_turn_needs_all_but_the_key(changed: Part, ready: bool) -> None:
    assert status.is_ready_to_talk(status.with_part(ALL_WELL, changed)) is ready


def test_before_anything_reported_nobody_can_talk() -> None:
    assert not status.is_ready_to_talk(())
    assert not status.is_ready_to_talk(status.starting())


def test_a_part_that_failed_is_the_reason_why_nobody_can_talk() -> None:
    gone = Part("engine", Health.FAILED, "", Failure.ENGINE_NOT_STARTED, "no port line")
    with pytest.raises(CompanionError, match="engine_not_started: no port line"):
        status.is_ready_to_talk(status.with_part(ALL_WELL, gone))
    with pytest.raises(CompanionError, match="internal"):
        status.is_ready_to_talk(status.with_part(ALL_WELL, Part("voice", Health.FAILED)))
