from __future__ import annotations

from dataclasses import replace

import pytest

from companion.client.state import ClientState
from companion.client.voices_state import Busy, Place, SpeakerKind, VoicesState, Wish
from companion.client.voices_view import (
    binding_of,
    binding_rows,
    characters_in,
    choosable,
    design_of,
    fault_of,
    speaker_of,
    voice_rows,
)
from companion.speech.ledger.prices import Price, PriceList, Unit
from companion.speech.voices.offer import Step, offer_of
from companion.speech.voices.vendor import RemoteVoice
from companion.speech.voices.voice_book import Binding, DesignedVoice, VoiceBook

HERE, ABROAD = "https://dashscope.aliyuncs.com/api/v1", "https://dashscope-intl.aliyuncs.com/api/v1"
MODEL = "qwen-audio-3.0-tts-flash"
PRICES = PriceList("2026-05-01", "CNY", {f"qwen_audio/{MODEL}": Price(Unit.CHARACTERS, 1.0)})
OAK = DesignedVoice("oak-1", MODEL, HERE, "qwen_audio", "cn-beijing", "en", "old", "Oak", "2026-05")
ELM = DesignedVoice("elm-2", MODEL, ABROAD, "qwen_audio", name="Elm")
BOOK = VoiceBook(
    (OAK, ELM),
    (Binding("character:Nora", "elm-2", "zh"), Binding("quest", "oak-1"), Binding("reply", "x")),
)
ASKED = VoicesState(BOOK, offer=offer_of(PRICES, HERE, MODEL), prices=PRICES, remote=())


def places(state: VoicesState) -> dict[str, Place]:
    return {row.id: row.place for row in voice_rows(state)}


def test_before_the_service_was_asked_nothing_is_said_of_it() -> None:
    assert places(replace(ASKED, remote=None)) == {
        "elm-2": Place.UNASKED,
        "oak-1": Place.UNASKED,
    }


def test_voices_are_told_apart_by_where_they_are() -> None:
    remote = (RemoteVoice("lost-3", "OK", "2026-05-18 10:00"),)
    assert places(replace(ASKED, remote=remote)) == {
        "elm-2": Place.ELSEWHERE,
        "oak-1": Place.GONE,
        "lost-3": Place.FOUND,
    }
    known = (RemoteVoice("oak-1", "DEPLOYING", ""),)
    row = next(row for row in voice_rows(replace(ASKED, remote=known)) if row.id == "oak-1")
    assert (row.place, row.status) == (Place.BOTH, "DEPLOYING")


def test_what_is_gone_or_not_written_down_cannot_be_asked_to_speak() -> None:
    remote = (RemoteVoice("lost-3", "OK", ""),)
    rows = {row.id: row for row in voice_rows(replace(ASKED, remote=remote))}
    can = {name: row.can_be_heard for name, row in rows.items()}
    assert can == {"elm-2": True, "oak-1": False, "lost-3": False}
    assert (rows["elm-2"].cost, rows["oak-1"].cost is None) == (None, False)


def test_bindings_are_listed_by_speaker_and_those_to_no_voice_are_left_out() -> None:
    rows = binding_rows(BOOK)
    assert [(row.kind, row.who, row.language, row.voice) for row in rows] == [
        ("quest", "", "", "Oak"),
        ("named", "Nora", "zh", "Elm"),
    ]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"prompt": "  "}, "ui.voices.fault.prompt"),
        ({"prompt": "x" * 501}, "ui.voices.fault.prompt_long"),
        ({"name": " "}, "ui.voices.fault.name"),
        ({"name": "OAK"}, "ui.voices.fault.name_taken"),
        ({"name": "x" * 41}, "ui.voices.fault.name_taken"),
        ({"preview": ""}, "ui.voices.fault.preview"),
        ({"preview": "x" * 201}, "ui.voices.fault.preview"),
    ],
)
def test_the_first_thing_missing_is_named(change: dict[str, str], key: str) -> None:
    wish = Wish("warm", "Ash", "Hello.", "en")
    fault = fault_of(replace(wish, **change), BOOK)
    assert fault
    assert fault.key == key
    assert fault_of(wish, BOOK) is None


def test_a_wish_becomes_a_request_without_its_outer_spaces() -> None:
    design = design_of(Wish(" warm ", "Ash", " Hi. ", "en"), MODEL)
    assert (design.prompt, design.preview, design.model) == ("warm", "Hi.", MODEL)


@pytest.mark.parametrize(
    ("kind", "who", "speaker"),
    [
        (SpeakerKind.QUEST, "", "quest"),
        (SpeakerKind.CHARACTER, "Nora", "character"),
        (SpeakerKind.NAMED, " Nora ", "character:Nora"),
        (SpeakerKind.NAMED, " ", ""),
    ],
)
def test_a_speaker_is_called_as_bindings_call_it(kind: SpeakerKind, who: str, speaker: str) -> None:
    assert speaker_of(kind, who) == speaker


def test_a_binding_needs_a_speaker_and_a_voice() -> None:
    assert binding_of(SpeakerKind.NAMED, "", "oak-1", "") is None
    assert binding_of(SpeakerKind.QUEST, "", "", "") is None
    assert binding_of(SpeakerKind.QUEST, "", "oak-1", "en") == Binding("quest", "oak-1", "en")


def test_characters_with_a_voice_are_known_by_name() -> None:
    assert characters_in(ClientState(), BOOK) == ("Nora",)
    assert choosable(BOOK) == (("Elm", "elm-2"), ("Oak", "oak-1"))


@pytest.mark.parametrize(
    ("busy", "step", "can"),
    [
        (Busy.MAKING, Step.SENT, True),
        (Busy.MAKING, Step.WRITING, False),
        (Busy.SAMPLING, None, True),
        (Busy.DELETING, None, False),
        (Busy.NOTHING, None, False),
    ],
)
def test_what_changes_something_is_not_stopped_half_way(
    busy: Busy, step: Step | None, can: bool
) -> None:
    assert VoicesState(busy=busy, step=step).can_stop is can
