"""A character whom the engine names has a lane of their own, and the voice bound to them."""

from __future__ import annotations

import asyncio
from uuid import UUID

import pytest

from companion.client.speaking import Speaking
from companion.client.state import ClientState
from companion.client.store import Store
from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.message import NarrationOutput
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestState
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.update import ShowCard
from companion.speech.lanes import Lane
from companion.speech.tts.narrator import Narrator
from companion.speech.voices.bound import BoundSynthesizer
from companion.speech.voices.voice_book import Binding, DesignedVoice, VoiceBook
from companion.support.clock import SystemClock
from tests.helpers.audio_fakes import FakeSpeaker, FakeSynthesizer
from tests.helpers.client_rig import Rig

STORY = literal("The stone age begins.")


@pytest.fixture
def rig() -> Rig:
    return Rig()


def told_by(speaker: str) -> ShowCard:
    card = NarrationOutput("Stone Age", ("The stone age begins.",), speaker, (STORY,))
    return ShowCard(CardRef(UUID(int=5), 0), card)


@pytest.mark.parametrize(
    ("speaker", "lane", "who"),
    [("Old Miner", Lane.CHARACTER, "character:Old Miner"), ("", Lane.QUEST, "")],
    ids=["somebody", "nobody in particular"],
)
def test_a_story_is_told_by_whom_its_card_names(
    rig: Rig, speaker: str, lane: Lane, who: str
) -> None:
    rig.notice("", (told_by(speaker),))
    said = rig.mouth.said[-1]
    assert (said.sentences, said.lane, said.who) == (("The stone age begins.",), lane, who)


@pytest.mark.parametrize("speaker", ["Old Miner", ""], ids=["somebody", "nobody in particular"])
def test_the_caption_knows_who_is_heard(rig: Rig, speaker: str) -> None:
    rig.notice("", (told_by(speaker),))
    rig.mouth.begin()
    voice = rig.state.voice
    assert (voice.words, voice.speaker) == ("The stone age begins.", speaker)


def line_of(speaker: str) -> Phrase:
    return phrase("card.narration.by", speaker=speaker)


def test_a_phrase_that_names_its_speaker_is_said_by_them(rig: Rig) -> None:
    rig.notice("", (), (line_of("Old Miner"),))
    assert (rig.mouth.said[-1].lane, rig.mouth.said[-1].who) == (
        Lane.CHARACTER,
        "character:Old Miner",
    )


def test_an_answer_of_a_character_has_their_voice_and_stays_an_answer(rig: Rig) -> None:
    rig.type("help")
    rig.reply(spoken=(line_of("Old Miner"),))
    said = rig.mouth.said[-1]
    assert (said.lane, said.who) == (Lane.REPLY, "character:Old Miner")


@pytest.mark.parametrize(
    ("teller", "lane", "who"),
    [("Old Miner", Lane.CHARACTER, "character:Old Miner"), ("", Lane.QUEST, "")],
    ids=["somebody", "nobody in particular"],
)
def test_a_quest_whose_sentences_name_their_teller_is_told_by_them(
    rig: Rig, teller: str, lane: Lane, who: str
) -> None:
    rig.notice("", (ShowCard(CardRef(UUID(int=6), 0), told_quest(teller)),))
    assert (rig.mouth.said[-1].lane, rig.mouth.said[-1].who) == (lane, who)


def told_quest(teller: str) -> QuestOutput:
    sentence = phrase("engine.notice.new", title="Stone", speaker=teller)
    line = literal("open")
    return QuestOutput(
        "2", "Stone", "", "", QuestState.OPEN, line, (), (), (), (), spoken=(sentence,)
    )


@pytest.mark.behaviour("VOICE-002")
@pytest.mark.parametrize(
    ("bound", "speaks"),
    [("character:Old Miner", True), ("character", True), ("character:Smith", False)],
    ids=["this one", "all characters", "another one"],
)
async def test_the_voice_that_is_bound_to_a_character_says_their_line(
    bound: str, *, speaks: bool
) -> None:
    own, designed = FakeSynthesizer(), FakeSynthesizer()
    voice = DesignedVoice("id", "model", "http://127.0.0.1", "fake")
    book = VoiceBook((voice,), (Binding(bound, "id"),))
    voices = BoundSynthesizer(own, lambda: book, lambda _: designed)
    mouth = Narrator(FakeSpeaker(), voices, SystemClock())
    loop = asyncio.get_running_loop()
    speaking = Speaking(mouth, "en", Store(ClientState(), lambda _: None), SystemClock(), loop)
    speaking.ready(usable=True)
    speaking.say(("One.",), None, None, Lane.CHARACTER, "character:Old Miner")
    async with asyncio.timeout(60):
        while speaking.is_busy:  # noqa: ASYNC110 - told by no event
            await asyncio.sleep(0.001)
    assert (own.asked, designed.asked) == (([], ["One."]) if speaks else (["One."], []))
