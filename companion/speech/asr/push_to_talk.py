"""Push-to-talk as a state machine: key, blocks and time in, events out. Pure.

A press is a lease, not a latch: it ends when the key goes up, when its source stops renewing it,
and after MAX_UTTERANCE_S in any case; whatever was lost before, the next press begins anew.

The caller feeds every block, calls `tick` at least every 50 ms and takes `events` after each call.
"""

from __future__ import annotations

import enum

from companion.speech.asr.talk_events import (
    Closed,
    Dropped,
    Ending,
    Event,
    Opened,
    PhaseChanged,
    Sound,
)
from companion.speech.asr.talk_press import STALL_S, Press
from companion.speech.audio.format import is_digital_silence
from companion.speech.audio.ring import PreRoll
from companion.speech.ears import MAX_UTTERANCE_S, MIN_HOLD_S, EarPhase
from companion.support.errors import Failure

LEASE_S = 1.0
"""A source that renews its press at all must do so within this time."""
REPEAT_S = 0.7
"""A press this soon after the last one, without a release, is the keyboard's auto-repeat: the new
press takes over what was heard, so that a source that repeats loses no word."""
TAIL_S = 0.06
"""After key-up, the device still delivers what was said before it: at most this long, or
`TAIL_BLOCKS`."""
CATCH_UP_S = 1.0
"""Sound that is due from before key-up is waited for, but not longer than this after it: a device
may also have dropped some."""
UNUSED = frozenset({Failure.TOO_SHORT, Failure.CANCELLED})
"""An accident that ends like this leaves its sound to the next press, as what was heard just before
it: whoever taps the key and then holds it loses no word and waits for no block."""


class _Step(enum.Enum):
    IDLE = enum.auto()
    HELD = enum.auto()
    TAIL = enum.auto()


class PushToTalk:
    """One talk key and one microphone. One thread.

    Every press ends in exactly one `Closed` or `Dropped`.
    """

    def __init__(self) -> None:
        self._pre_roll = PreRoll()
        self._events: list[Event] = []
        self._step = _Step.IDLE
        self._press = Press(0.0, 0.0, 0.0)

    @property
    def is_open(self) -> bool:
        """Whether sound goes into an utterance."""
        return self._step is not _Step.IDLE

    @property
    def has_signal(self) -> bool:
        """Whether an utterance is open and the microphone delivered more than zeros for it."""
        return self.is_open and self._press.has_signal

    def events(self) -> list[Event]:
        """What happened since the last call, in order."""
        events, self._events = self._events, []
        return events

    def press(self, now: float) -> None:
        """The key went down."""
        before = self._press
        is_repeat = self._step is _Step.HELD and now - before.last_down < REPEAT_S
        self.cancel(now)
        self._press = Press(before.at if is_repeat else now, now, now)
        self._step = _Step.HELD
        kept = self._pre_roll.take(now)
        for block in before.sound if is_repeat else kept:
            self._take(block)
        if not self._press.has_signal:
            self._events.append(PhaseChanged(EarPhase.GETTING_READY))

    def renew(self, now: float) -> None:
        """The key is still down. Whoever calls this once must go on, or the lease ends."""
        if self._step is _Step.HELD:
            self._press.renewed = now

    def release(self, now: float) -> None:
        """The key went up."""
        if self._step is not _Step.HELD:
            return
        if self._press.held_s(now) < MIN_HOLD_S:
            self._drop(Failure.TOO_SHORT)
        elif not self._press.has_signal:
            self._drop(Failure.MICROPHONE_NOT_OPEN)
        else:
            self._open()
            self._step, self._press.key_up = _Step.TAIL, now

    def block(self, pcm: bytes, now: float) -> None:
        """The microphone delivered 20 ms."""
        self.tick(now)
        if self._step is _Step.IDLE:
            self._pre_roll.push(pcm, now)
            return
        self._press.arrived(now)
        self._take(pcm)
        if self._step is _Step.TAIL:
            self._press.tail_blocks -= 1
            self._check_tail(now)
        else:
            self._check_hold(now)

    def tick(self, now: float) -> None:
        """Time passed."""
        if self._step is _Step.TAIL:
            self._check_tail(now)
        if self._step is _Step.HELD:
            self._check_hold(now)

    def cancel(self, now: float) -> None:
        """Throw the utterance away."""
        del now
        if self.is_open:
            self._drop(Failure.CANCELLED)

    def lose(self, failure: Failure) -> None:
        """The microphone went away."""
        self._pre_roll.take(0.0)
        if self.is_open:
            self._drop(failure)

    def _take(self, pcm: bytes) -> None:
        if not self._press.has_signal:
            if is_digital_silence(pcm):
                return
            self._press.has_signal = True
            self._events.append(PhaseChanged(EarPhase.LISTENING))
        self._press.sound.append(pcm)
        if self._press.is_opened:
            self._events.append(Sound(pcm))

    def _check_hold(self, now: float) -> None:
        held = self._press.held_s(now)
        if self._press.is_deaf(now):
            self._drop(Failure.MICROPHONE_LOST)
        elif self._press.renewed is not None and now - self._press.renewed > LEASE_S:
            self._expire(Ending.LEASE_LOST, now)
        elif held >= MAX_UTTERANCE_S or self._press.sound_s >= MAX_UTTERANCE_S:
            self._expire(Ending.LIMIT, now)
        elif self._press.has_signal and held >= MIN_HOLD_S:
            self._open()

    def _expire(self, ending: Ending, now: float) -> None:
        if self._press.has_signal:
            self._open()
            self._close(ending, now)
        else:
            self._drop(Failure.MICROPHONE_LOST)

    def _check_tail(self, now: float) -> None:
        """Close once the sound up to key-up is here; of a device that died before it comes none."""
        press = self._press
        if press.is_behind:
            if now - press.last_block >= STALL_S:
                self._drop(Failure.MICROPHONE_LOST)
            elif press.last_block > press.key_up + CATCH_UP_S:
                self._close(Ending.RELEASED, press.key_up)
        elif press.tail_blocks <= 0 or now - press.key_up >= TAIL_S:
            self._close(Ending.RELEASED, press.key_up)

    def _open(self) -> None:
        if self._press.is_opened:
            return
        self._press.is_opened = True
        self._events.append(Opened())
        self._events.extend(Sound(pcm) for pcm in self._press.sound)

    def _close(self, ending: Ending, key_up: float) -> None:
        self._step = _Step.IDLE
        self._events.append(Closed(ending, key_up, self._press.sound_s))

    def _drop(self, failure: Failure) -> None:
        self._step = _Step.IDLE
        press = self._press
        if failure in UNUSED and not press.is_opened:
            self._pre_roll.put_back(press.sound, press.last_block if press.first_block else None)
        self._events.append(Dropped(failure))
