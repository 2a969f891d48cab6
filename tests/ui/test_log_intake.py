"""A flood of entries gets into the log a few each frame, and a conversation at once."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from companion.client.state import MAX_ENTRIES, ClientState, Entry, Speaker
from companion.language.phrase import literal
from companion.ui.log_intake import AT_ONCE, LogIntake, next_frame


def holding(first: int, last: int) -> ClientState:
    numbers = range(first, last + 1)
    return ClientState(
        entries=tuple(Entry(n, Speaker.NOTICE, literal(f"notice {n}")) for n in numbers)
    )


class Shown:
    """What a log was shown, frame by frame."""

    def __init__(self) -> None:
        self.frames: list[list[int]] = []
        self.intake = LogIntake(self.show)

    def show(self, state: ClientState) -> None:
        self.frames.append([entry.id for entry in state.entries])


def test_what_a_conversation_brings_is_drawn_at_once() -> None:
    log = Shown()
    log.intake.take(holding(1, AT_ONCE))
    assert log.frames == [list(range(1, AT_ONCE + 1))]


def test_of_a_flood_the_newest_come_first_and_all_come_in_the_end(qtbot: QtBot) -> None:
    log = Shown()
    log.intake.take(holding(1, MAX_ENTRIES))
    assert log.frames == [list(range(MAX_ENTRIES - AT_ONCE + 1, MAX_ENTRIES + 1))]
    everything = list(range(1, MAX_ENTRIES + 1))
    qtbot.waitUntil(lambda: log.frames[-1] == everything, timeout=60_000)


def test_while_a_frame_is_due_states_only_replace_each_other(qtbot: QtBot) -> None:
    log = Shown()
    for last in range(MAX_ENTRIES, 1001):
        log.intake.take(holding(last - MAX_ENTRIES + 1, last))
    assert len(log.frames) == 1
    qtbot.waitUntil(lambda: len(log.frames[-1]) == MAX_ENTRIES, timeout=60_000)
    news = [set(b) - set(a) for a, b in zip(log.frames, log.frames[1:], strict=False)]
    assert max(map(len, news)) == AT_ONCE
    assert log.frames[-1][-1] == 1000


@pytest.mark.parametrize("gone", [0, 5])
def test_what_left_the_state_meanwhile_is_never_made(gone: int) -> None:
    drawn, missing = next_frame(holding(1, 100), frozenset())
    drawn, missing = next_frame(holding(101 - gone, 100), drawn)
    assert drawn == frozenset(range(max(101 - gone, 101 - 2 * AT_ONCE), 101) if gone else ())
    assert missing == 0
