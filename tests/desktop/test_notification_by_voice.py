"""A quest is finished in the game: a notification comes over it, and is answered by voice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.desktop_child import Child, wait_for
from tests.helpers.desktop_desk import ANSWER_S, ATTEMPTS, Desk, opened
from tests.helpers.desktop_game import Game
from tests.helpers.desktop_screen import Screen
from tests.helpers.desktop_sound import Recording, Sound
from tests.helpers.desktop_speech import speak
from tests.helpers.quest_folders import write_b, write_save, write_team

pytestmark = [pytest.mark.desktop, pytest.mark.slow, pytest.mark.timeout(600)]

NOTHING = "{ completed: { } }"
CHOPPED = "{ completed: { 0A00000000000001: 1L } }"


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """A save of a pack in which nothing is done yet."""
    world = write_save(write_b(tmp_path / "Pack" / ".minecraft"))
    write_team(world, NOTHING)
    return world


@pytest.fixture
def companion(screen: Screen, sound: Sound, world: Path, tmp_path: Path) -> Iterator[Child]:
    """The companion with that pack."""
    pack = str(tmp_path / "Pack")
    with opened(screen, sound, tmp_path, "--instance", pack) as child:
        yield child


@pytest.fixture
def speaker(sound: Sound) -> Iterator[Recording]:
    """What comes out of the speaker."""
    recording = sound.hear()
    yield recording
    recording.stop()


def test_a_notification_over_the_game_is_answered_by_voice(
    screen: Screen,
    sound: Sound,
    world: Path,
    companion: Child,
    game: Game,
    speaker: Recording,
    tmp_path: Path,
) -> None:
    desk = Desk(screen, sound, game, companion)
    assert not desk.shows_card()
    write_team(world, CHOPPED)
    wait_for(desk.shows_card, "notification over the game", ANSWER_S)

    view = speak("View quests.", tmp_path / "view.wav")
    for _ in range(ATTEMPTS):
        heard = desk.hear_answer(view, speaker)
        if "open" in heard:
            break
    assert "open" in heard, companion.complaints()[-2000:]
    assert desk.shows_card()
    assert game.seen("focus out") == 0
