"""Names of the pack: told by the engine, expected by ears, put right, said by the voice."""

from __future__ import annotations

import pytest

from companion.protocol.pack import Lexicon
from companion.protocol.requests import Chat
from companion.speech.lexicon import Lexicon as Names
from tests.helpers.client_rig import Rig

NAMES = ("Ender Pearl", "AE2 Terminal", "Mekanism", "铜矿时代", "Warm Bread")


@pytest.fixture
def rig() -> Rig:
    """A player whose engine told them the pack's names."""
    rig = Rig()
    rig.tell(Lexicon("en_us", NAMES, is_whole=True))
    rig.speak("help")
    rig.reply("Here.")
    rig.core.names.settled()
    return rig


def sent(rig: Rig) -> str:
    return [request.text for request in rig.asked if isinstance(request, Chat)][-1]


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("how do I get an ender perl", "how do I get an Ender Pearl"),
        ("what is mecanism", "what is Mekanism"),
        ("怎么完成同矿时代", "怎么完成铜矿时代"),
    ],
    ids=["letters", "one word", "homophones"],
)
def test_a_misheard_name_reaches_the_engine_as_it_is_written(
    rig: Rig, heard: str, meant: str
) -> None:
    rig.speak(heard)
    assert sent(rig) == meant


@pytest.mark.parametrize("heard", ["show my quests", "what should I do next", "open the last one"])
def test_what_could_be_meant_as_it_stands_stays(rig: Rig, heard: str) -> None:
    rig.speak(heard)
    assert sent(rig) == heard


def test_what_is_typed_stays_as_it_is(rig: Rig) -> None:
    rig.type("how do I get an ender perl")
    assert sent(rig) == "how do I get an ender perl"


def test_before_the_names_came_words_stay_as_they_were_heard() -> None:
    rig = Rig()
    rig.speak("how do I get an ender perl")
    assert sent(rig) == "how do I get an ender perl"


def test_the_ears_are_told_to_expect_the_names(rig: Rig) -> None:
    rig.hold()
    assert sorted(rig.ears.requests[-1].names) == sorted(NAMES)


def test_the_voice_is_told_how_names_sound(rig: Rig) -> None:
    spoken = Names(pronunciations=rig.mouth.sounds).aloud("Build an AE2 terminal.", "en")
    assert spoken == "Build an A E two terminal."


def test_newer_names_replace_older_ones(rig: Rig) -> None:
    rig.tell(Lexicon("en_us", ("Blaze Burner",), is_whole=True))
    rig.hold()
    rig.let_go()
    rig.core.names.settled()
    rig.ears.say("how do I get an ender perl")
    rig.pump()
    assert sent(rig) == "how do I get an ender perl"
