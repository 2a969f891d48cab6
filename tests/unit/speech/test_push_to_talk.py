"""A press is a lease: it always ends, and the next press always works."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.speech.asr.push_to_talk import CATCH_UP_S, LEASE_S, REPEAT_S, TAIL_S, PushToTalk
from companion.speech.asr.talk_events import (
    Closed,
    Dropped,
    Ending,
    Event,
    Opened,
    PhaseChanged,
    Sound,
)
from companion.speech.asr.talk_press import STALL_S
from companion.speech.ears import MAX_UTTERANCE_S, READY_S, EarPhase
from companion.support.errors import Failure
from tests.helpers.audio_fakes import SPEECH, ZEROS, numbered


@dataclass
class Talk:
    """A machine, its time and all it reported."""

    machine: PushToTalk = field(default_factory=PushToTalk)
    now: float = 100.0
    seen: list[Event] = field(default_factory=list)

    def blocks(self, *blocks: bytes) -> None:
        for block in blocks:
            self.now += 0.02
            self.machine.block(block, self.now)
        self.collect()

    def press(self) -> None:
        self.machine.press(self.now)
        self.collect()

    def release(self) -> None:
        self.machine.release(self.now)
        self.collect()

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.05)):
            self.now += 0.05
            self.machine.tick(self.now)
        self.collect()

    def collect(self) -> None:
        self.seen += self.machine.events()

    @property
    def sound(self) -> list[bytes]:
        return [event.pcm for event in self.seen if isinstance(event, Sound)]

    @property
    def outcomes(self) -> list[Event]:
        return [event for event in self.seen if isinstance(event, Closed | Dropped)]


def test_an_utterance_is_pre_roll_hold_and_what_the_device_still_held() -> None:
    talk = Talk()
    talk.blocks(*(numbered(n) for n in range(1, 21)))
    talk.press()
    talk.blocks(*(numbered(n) for n in range(21, 41)))
    talk.release()
    talk.blocks(*(numbered(n) for n in range(41, 51)))
    assert talk.sound == [numbered(n) for n in range(6, 42)]
    assert talk.outcomes == [Closed(Ending.RELEASED, pytest.approx(100.8), pytest.approx(0.72))]


def test_sound_is_handed_on_while_the_key_is_held() -> None:
    talk = Talk()
    talk.press()
    talk.blocks(*[SPEECH] * 10)
    assert len(talk.sound) == 10
    assert not talk.outcomes


def test_a_tap_is_too_short_and_no_recogniser_hears_of_it() -> None:
    talk = Talk()
    talk.blocks(*[SPEECH] * 20)
    talk.press()
    talk.blocks(*[SPEECH] * 6)
    talk.release()
    assert talk.outcomes == [Dropped(Failure.TOO_SHORT)]
    assert not [event for event in talk.seen if isinstance(event, Opened | Sound)]


def test_a_tap_before_the_hold_loses_no_word_and_waits_for_no_block() -> None:
    talk = Talk()
    talk.press()
    talk.blocks(*(numbered(n) for n in range(1, 4)))
    talk.release()
    talk.seen.clear()
    talk.press()
    assert talk.seen == [PhaseChanged(EarPhase.LISTENING)]
    talk.blocks(*(numbered(n) for n in range(4, 20)))
    assert talk.sound == [numbered(n) for n in range(1, 20)]


def test_the_sound_of_a_tap_grows_stale_like_any_other() -> None:
    talk = Talk()
    talk.blocks(SPEECH)
    for _ in range(3):
        talk.now += 0.2
        talk.press()
        talk.release()
    talk.seen.clear()
    talk.press()
    assert talk.seen == [PhaseChanged(EarPhase.GETTING_READY)]


def test_without_a_real_signal_the_user_sees_getting_ready_until_there_is_one() -> None:
    talk = Talk()
    talk.press()
    talk.blocks(*[ZEROS] * 30)
    assert talk.seen == [PhaseChanged(EarPhase.GETTING_READY)]
    talk.blocks(SPEECH)
    assert PhaseChanged(EarPhase.LISTENING) in talk.seen
    assert talk.sound == [SPEECH]


def test_a_device_that_never_gives_a_signal_ends_the_press() -> None:
    talk = Talk()
    talk.press()
    talk.wait(READY_S + 0.1)
    assert talk.outcomes == [Dropped(Failure.MICROPHONE_LOST)]


def test_blocks_that_stop_in_mid_utterance_end_it() -> None:
    talk = Talk()
    talk.press()
    talk.blocks(*[SPEECH] * 20)
    talk.wait(STALL_S + 0.1)
    assert talk.outcomes == [Dropped(Failure.MICROPHONE_LOST)]


def test_sound_that_a_busy_computer_delivers_late_is_waited_for() -> None:
    talk = Talk()
    talk.press()
    talk.blocks(*[SPEECH] * 20)
    talk.wait(0.5)
    talk.release()
    talk.wait(0.2)
    assert not talk.outcomes
    late = [numbered(n) for n in range(1, 26)]
    for block in late:
        talk.machine.block(block, talk.now)
    talk.collect()
    assert talk.sound[20:] == late[: len(talk.sound) - 20]
    assert len(talk.sound) >= 44
    assert talk.outcomes == [Closed(Ending.RELEASED, pytest.approx(100.9), pytest.approx(0.88))]


def test_a_device_that_died_before_the_key_went_up_ends_the_press() -> None:
    talk = Talk()
    talk.press()
    talk.blocks(*[SPEECH] * 20)
    talk.wait(0.5)
    talk.release()
    talk.wait(STALL_S)
    assert talk.outcomes == [Dropped(Failure.MICROPHONE_LOST)]


def test_sound_that_the_device_dropped_is_not_waited_for_any_longer() -> None:
    talk = Talk()
    talk.press()
    talk.blocks(*[SPEECH] * 20)
    talk.wait(1.5)
    talk.release()
    talk.blocks(*[SPEECH] * round(CATCH_UP_S / 0.02 + 2))
    assert [type(outcome) for outcome in talk.outcomes] == [Closed]


@pytest.mark.behaviour("ASR-020")
def test_a_release_that_is_lost_ends_at_58_seconds_with_what_was_heard() -> None:
    talk = Talk()
    talk.press()
    talk.blocks(*[SPEECH] * 3100)
    (closed,) = talk.outcomes
    assert isinstance(closed, Closed)
    assert closed.ending is Ending.LIMIT
    assert closed.seconds == pytest.approx(MAX_UTTERANCE_S, abs=0.03)


def test_a_source_that_stops_renewing_ends_its_lease() -> None:
    talk = Talk()
    talk.press()
    for _ in range(4):
        talk.blocks(*[SPEECH] * 20)
        talk.machine.renew(talk.now)
    last = talk.now
    talk.blocks(*[SPEECH] * 100)
    (closed,) = talk.outcomes
    assert isinstance(closed, Closed)
    assert closed.ending is Ending.LEASE_LOST
    assert closed.key_up - last == pytest.approx(LEASE_S, abs=0.03)


def test_after_a_lost_release_the_next_press_begins_anew() -> None:
    talk = Talk()
    talk.press()
    talk.blocks(*[numbered(1)] * 60)
    talk.press()
    talk.blocks(*[numbered(2)] * 20)
    talk.release()
    talk.wait(TAIL_S + 0.1)
    assert talk.outcomes[0] == Dropped(Failure.CANCELLED)
    assert isinstance(talk.outcomes[1], Closed)
    assert talk.sound[60:] == [numbered(2)] * 20


def test_a_source_that_repeats_its_press_loses_no_word() -> None:
    talk = Talk()
    talk.press()
    talk.blocks(*(numbered(n) for n in range(1, 6)))
    talk.press()
    talk.blocks(*(numbered(n) for n in range(6, 21)))
    talk.release()
    talk.blocks(ZEROS, ZEROS)
    assert talk.sound[:20] == [numbered(n) for n in range(1, 21)]
    assert [type(outcome) for outcome in talk.outcomes] == [Dropped, Closed]


def test_repeats_do_not_extend_the_limit() -> None:
    talk = Talk()
    for _ in range(130):
        talk.press()
        talk.blocks(*[SPEECH] * 25)
    assert REPEAT_S > 0.5
    assert [o for o in talk.outcomes if isinstance(o, Closed) and o.ending is Ending.LIMIT]


def test_cancel_drops_at_once_and_a_release_after_it_is_harmless() -> None:
    talk = Talk()
    talk.press()
    talk.blocks(*[SPEECH] * 20)
    talk.machine.cancel(talk.now)
    talk.release()
    talk.wait(1)
    assert talk.outcomes == [Dropped(Failure.CANCELLED)]


def test_a_release_without_a_press_is_nothing() -> None:
    talk = Talk()
    talk.release()
    talk.blocks(SPEECH)
    assert talk.seen == []


LONGEST_TAIL_S = CATCH_UP_S + STALL_S + 0.001
_STEPS = st.sampled_from(["press", "release", "renew", "cancel", "sound", "zeros", "lose", "pass"])
_ORDERS = st.lists(st.tuples(_STEPS, st.floats(0.001, 0.4)), max_size=60)


class Lease:
    """What a key source would say about its own press."""

    def __init__(self) -> None:
        self.live_until = self.limit = 0.0
        self.presses = 0

    def step(self, name: str, now: float, talk: Talk) -> None:
        match name:
            case "press":
                self.presses += 1
                talk.machine.press(now)
                self.live_until = self.limit = now + MAX_UTTERANCE_S
            case "release" | "cancel":
                getattr(talk.machine, name)(now)
                self.live_until = min(self.live_until, now)
            case "renew":
                talk.machine.renew(now)
                if self.live_until > now:
                    self.live_until = min(self.limit, now + LEASE_S)
            case "sound" | "zeros":
                talk.machine.block(SPEECH if name == "sound" else ZEROS, now)
            case "lose":
                talk.machine.lose(Failure.MICROPHONE_LOST)


def _deaf_after(talk: Talk) -> bool:
    """Whether a calm press, sound and release no longer give an utterance."""
    talk.release()
    talk.wait(LONGEST_TAIL_S + 0.1)
    before = len(talk.outcomes)
    talk.press()
    talk.blocks(*[SPEECH] * 20)
    talk.release()
    talk.blocks(SPEECH, SPEECH)
    after = talk.outcomes[before:]
    return len(after) != 1 or not isinstance(after[0], Closed)


@pytest.mark.slow
@settings(max_examples=2_500, deadline=None)
@given(_ORDERS)
def test_no_order_of_events_leaves_it_open_without_a_lease_or_deaf(
    order: list[tuple[str, float]],
) -> None:
    talk, lease = Talk(), Lease()
    for name, pause_s in order:
        talk.now += pause_s
        talk.machine.tick(talk.now)
        lease.step(name, talk.now, talk)
        talk.machine.tick(talk.now)
        talk.collect()
        assert not talk.machine.is_open or talk.now <= lease.live_until + LONGEST_TAIL_S
        assert len(talk.outcomes) == lease.presses - talk.machine.is_open
    assert not _deaf_after(talk)
