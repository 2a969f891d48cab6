"""What is said when: lanes, cards and what was heard of an answer."""

from __future__ import annotations

import asyncio

import pytest

from companion.cards.library import load_library
from companion.client.client import Client
from companion.client.engine_source import EngineAddress, FixedEngine
from companion.client.parts import ClientParts
from companion.client.speaking import Speaking
from companion.client.state import ClientState, Phase
from companion.client.store import Store
from companion.language.phrase import literal
from companion.protocol.cards.update import RemoveCard, ReplaceCard
from companion.protocol.pack import Lexicon
from companion.protocol.requests import Heard
from companion.speech.lanes import RULES, Lane
from companion.speech.tts.narrator import Narrator
from companion.speech.voices.bound import BoundSynthesizer
from companion.speech.voices.voice_book import Binding, DesignedVoice, VoiceBook
from companion.support.clock import SystemClock
from companion.support.errors import CompanionError, Failure
from tests.helpers.audio_fakes import FakeSpeaker, FakeSynthesizer
from tests.helpers.client_rig import Rig, quest_list, show
from tests.helpers.speech_fakes import FakeEars, FakeMouth

TWO = (literal("One."), literal("Two."))


@pytest.fixture
def rig() -> Rig:
    return Rig()


def test_the_engine_is_told_that_an_answer_was_heard_to_its_end(rig: Rig) -> None:
    rig.type("help")
    rig.reply(spoken=TWO)
    rig.mouth.begin()
    rig.mouth.finish()
    rig.pump()
    assert rig.heard == [Heard(rig.last_interactive().request, 2, is_whole=True)]


def test_the_engine_is_told_how_much_was_heard_before_the_key_went_down(rig: Rig) -> None:
    rig.type("help")
    rig.reply(spoken=TWO)
    rig.mouth.begin()
    rig.mouth.hear(1)
    rig.hold()
    assert rig.heard == [Heard(rig.last_interactive().request, 1, is_whole=False)]


def test_nothing_is_told_of_what_the_client_said_itself(rig: Rig) -> None:
    rig.type("stop")
    rig.mouth.finish()
    rig.pump()
    assert rig.mouth.said
    assert rig.heard == []


def test_a_notice_waits_for_the_answer_and_is_said_then(rig: Rig) -> None:
    rig.type("help")
    rig.reply(spoken=TWO)
    rig.notice("The shop has opened.")
    assert rig.mouth.words == ("One.", "Two.")
    rig.mouth.finish()
    assert rig.mouth.words == ("The shop has opened.",)
    assert rig.mouth.said[-1].lane is Lane.NOTICE


def test_a_quest_that_comes_unasked_is_narrated_in_its_own_lane(rig: Rig) -> None:
    rig.notice("", (show(),))
    assert rig.mouth.said[-1].lane is Lane.QUEST


def test_a_notice_is_said_over_a_quest_and_the_strip_goes_back_to_the_quest(rig: Rig) -> None:
    rig.notice("", (show(),))
    rig.mouth.begin()
    quest = rig.state.voice.words
    rig.notice("It rains.")
    rig.mouth.begin()
    assert [said.lane for said in rig.mouth.speaking] == [Lane.QUEST, Lane.NOTICE]
    assert rig.state.voice.words == "It rains."
    rig.mouth.finish()
    assert (rig.state.voice.phase, rig.state.voice.words) == (Phase.SPEAKING, quest)


def test_an_answer_ends_a_quest_and_the_notice_over_it(rig: Rig) -> None:
    rig.notice("", (show(),))
    rig.notice("It rains.")
    rig.type("help")
    rig.reply(spoken=TWO)
    assert [said.sentences for said in rig.mouth.speaking] == [("One.", "Two.")]


def test_skipping_ends_the_line_above_and_leaves_the_one_below(rig: Rig) -> None:
    rig.notice("", (show(),))
    rig.notice("It rains.")
    assert rig.core.speaking.skip()
    assert [said.lane for said in rig.mouth.speaking] == [Lane.QUEST]


def test_a_notice_that_crowds_out_another_does_not_make_the_strip_rest(rig: Rig) -> None:
    rig.type("help")
    rig.reply(spoken=TWO)
    rig.mouth.begin()
    for number in range(RULES[Lane.NOTICE].most_waiting + 1):
        rig.notice(f"{number}")
    assert rig.state.voice.phase is Phase.SPEAKING


def test_a_notice_that_waited_too_long_is_not_said(rig: Rig) -> None:
    rig.hold()
    rig.notice("It rains.")
    rig.clock.advance(RULES[Lane.NOTICE].lifetime_s + 1)
    rig.let_go()
    rig.ears.fail(Failure.NOTHING_HEARD)
    assert ("It rains.",) not in [said.sentences for said in rig.mouth.said]


def test_an_answer_cuts_a_notice(rig: Rig) -> None:
    rig.type("help")
    rig.notice("It rains.")
    rig.reply(spoken=TWO)
    assert [said.sentences for said in rig.mouth.said if not said.is_over] == [("One.", "Two.")]


@pytest.mark.behaviour("TTS-014", "CARD-025")
def test_a_removed_card_takes_its_speech_along_and_others_go_on(rig: Rig) -> None:
    rig.notice("", (show(),))
    rig.notice("It rains.")
    rig.notice("", (RemoveCard(show().ref),))
    assert [said.sentences for said in rig.mouth.speaking] == [("It rains.",)]


@pytest.mark.behaviour("TTS-014")
def test_a_replaced_card_is_not_said_again(rig: Rig) -> None:
    rig.type("show my quests")
    rig.reply("", (show(),))
    rig.mouth.finish()
    said = len(rig.mouth.said)
    rig.notice("", (ReplaceCard(show(revision=1).ref, quest_list(5)),))
    assert len(rig.mouth.said) == said


def test_skipping_goes_on_with_what_waits(rig: Rig) -> None:
    rig.notice("One.")
    rig.notice("Two.")
    assert rig.core.speaking.skip()
    assert rig.mouth.words == ("Two.",)
    assert rig.core.speaking.skip()
    assert not rig.core.speaking.skip()


def test_the_ears_are_given_the_names_of_the_pack(rig: Rig) -> None:
    assert rig.server is not None
    rig.server.send(Lexicon("en_us", ("Andesite Alloy", "Cogwheel")))
    rig.pump()
    rig.hold()
    request = rig.ears.requests[-1]
    assert request.names == ("Andesite Alloy", "Cogwheel")
    assert "Cogwheel" not in request.hints


def test_speech_without_a_key_interrupts_and_is_heard(rig: Rig) -> None:
    rig.type("help")
    rig.reply(spoken=TWO)
    rig.mouth.begin()
    rig.core.listening.ear_voice(is_speaking=True)
    assert not rig.mouth.is_speaking
    rig.core.listening.ear_voice(is_speaking=False)
    rig.ears.say("show my quests")
    rig.pump()
    assert rig.last_interactive().text == "show my quests"


def test_a_held_key_decides_alone_when_an_utterance_ends(rig: Rig) -> None:
    rig.hold()
    rig.core.listening.ear_voice(is_speaking=True)
    rig.core.listening.ear_voice(is_speaking=False)
    assert rig.core.listening.is_down


@pytest.mark.behaviour("TTS-008")
async def test_what_waits_is_said_with_the_voice_of_the_moment_it_begins() -> None:
    own, designed = FakeSynthesizer(), FakeSynthesizer()
    voice = DesignedVoice("id", "model", "http://127.0.0.1", "fake")
    book = [VoiceBook()]
    mouth = Narrator(
        FakeSpeaker(), BoundSynthesizer(own, lambda: book[0], lambda _: designed), SystemClock()
    )
    loop = asyncio.get_running_loop()
    speaking = Speaking(mouth, "en", Store(ClientState(), lambda _: None), SystemClock(), loop)
    for text in ("One.", "Two."):
        speaking.say((text,), None, None, Lane.NOTICE)
    speaking.ready(usable=True)
    async with asyncio.timeout(5):
        while not own.asked:  # noqa: ASYNC110 - told by no event
            await asyncio.sleep(0)
    book[0] = VoiceBook((voice,), (Binding("notice", "id"),))
    async with asyncio.timeout(5):
        while speaking.is_busy:  # noqa: ASYNC110 - told by no event
            await asyncio.sleep(0.001)
    assert (own.asked, designed.asked) == (["One."], ["Two."])


@pytest.mark.behaviour("TTS-013")
async def test_leaving_ends_what_is_said_and_what_waits() -> None:
    clock = SystemClock()
    mouth = FakeMouth(clock)
    engine = FixedEngine(EngineAddress("ws://127.0.0.1:9/", "t"))
    ears = lambda events: FakeEars(events, clock)  # noqa: E731
    client = Client(ClientParts(ears, mouth, engine, load_library("en_us")))
    await client.start()
    await asyncio.sleep(0)
    assert client._core is not None
    speaking = client._core.speaking
    for text in ("One.", "Two."):
        speaking.say((text,), None, None, Lane.NOTICE)
    speaking.ready(usable=True)
    assert mouth.is_speaking
    await client.stop()
    assert not mouth.is_speaking
    assert not speaking.is_busy
    assert [said.sentences for said in mouth.said] == [("One.",)]


def test_a_new_volume_reaches_the_voice_at_once(rig: Rig) -> None:
    rig.core.speaking.set_volume(30, {"quest": 50, "radio": 1})
    assert (rig.mouth.volume, rig.mouth.lane_volumes) == (30, {Lane.QUEST: 50})


async def test_free_speech_at_a_limit_is_written_and_said_and_so_is_its_end() -> None:
    clock, told = SystemClock(), []
    mouth = FakeMouth(clock)
    parts = ClientParts(
        lambda events: FakeEars(events, clock),
        mouth,
        FixedEngine(EngineAddress("ws://127.0.0.1:9/", "t")),
        load_library("en_us"),
        tell_when_free=told.append,
    )
    client = Client(parts)
    await client.start()
    told[0](CompanionError(Failure.SPEECH_CAP_REACHED, "1 CNY a day"))
    told[0](None)
    lines = [entry.words.key for entry in client.state.entries]
    assert client._core is not None
    client._core.speaking.ready(usable=True)
    assert mouth.said[0].sentences[0].startswith("Your own limit for paid speech is reached")
    await client.stop()
    assert lines == ["failure.speech_cap_reached", "client.paid_speech_again"]
