from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest

from companion.speech.ledger.accounts import read_accounts
from companion.speech.voices.bindings import character, check_speaker, voice_for
from companion.speech.voices.opened import read_voices
from companion.speech.voices.voice_book import (
    Binding,
    DesignedVoice,
    VoiceBook,
    VoiceBookFile,
    bound,
    named,
    unbound,
    with_voice,
    without_voice,
)
from companion.support.errors import CompanionError, Failure

BASE = "https://dashscope.aliyuncs.com/api/v1"
OAK, BIRCH = (
    DesignedVoice(name, "qwen-audio-3.0-tts-flash", BASE, "qwen_audio", "cn-beijing", "en")
    for name in ("oak-1", "birch-2")
)
BOOK = VoiceBook((OAK, BIRCH))


def bound_to(*bindings: tuple[str, str, str]) -> VoiceBook:
    book = BOOK
    for speaker, language, voice in bindings:
        book = bound(book, Binding(speaker, voice, language))
    return book


@pytest.mark.behaviour("VOICE-002")
@pytest.mark.parametrize(
    ("bindings", "winner"),
    [
        ([], None),
        ([("quest", "", "oak-1")], None),
        ([("character", "", "oak-1")], OAK),
        ([("character", "", "oak-1"), ("character", "en", "birch-2")], BIRCH),
        ([("character", "en", "oak-1"), ("character:nora", "", "birch-2")], BIRCH),
        ([("character:nora", "", "oak-1"), ("character:nora", "en", "birch-2")], BIRCH),
        ([("character:nora", "zh", "oak-1")], None),
        ([("character:other", "en", "oak-1")], None),
    ],
)
def test_the_more_exact_binding_wins(
    bindings: list[tuple[str, str, str]], winner: DesignedVoice | None
) -> None:
    assert voice_for(bound_to(*bindings), character("nora"), "en") == winner


def test_whoever_is_not_named_speaks_as_the_reply() -> None:
    assert voice_for(bound_to(("reply", "", "oak-1")), "", "zh") == OAK


def test_a_new_binding_takes_the_place_of_the_old_one() -> None:
    book = bound_to(("quest", "en", "oak-1"), ("quest", "en", "birch-2"))
    assert book.bindings == (Binding("quest", "birch-2", "en"),)
    assert unbound(book, "quest", "en").bindings == ()


def test_a_voice_that_is_deleted_takes_its_bindings_along() -> None:
    book = without_voice(bound_to(("quest", "", "oak-1"), ("notice", "", "birch-2")), "oak-1")
    assert (book.voices, [b.speaker for b in book.bindings]) == ((BIRCH,), ["notice"])


@pytest.mark.parametrize("speaker", ["", "quests", "quest:1", "character:"])
def test_a_speaker_that_is_none_is_refused(speaker: str) -> None:
    with pytest.raises(CompanionError) as refused:
        check_speaker(speaker)
    assert refused.value.failure is Failure.INVALID_INPUT


@pytest.mark.parametrize(
    "name", ["", " ", "BIRCH", "x" * 41], ids=["empty", "blank", "taken", "long"]
)
def test_a_name_that_cannot_be_told_apart_is_refused(name: str) -> None:
    book = named(BOOK, "birch-2", "Birch")
    with pytest.raises(CompanionError) as refused:
        named(book, "oak-1", name)
    assert refused.value.failure is Failure.SPEECH_VOICE_NAME


def test_a_voice_may_be_kept_again_under_its_own_name() -> None:
    book = named(named(BOOK, "birch-2", "Birch"), "birch-2", "birch")
    assert book.find("birch").name == "birch"


def test_a_voice_is_found_by_name_and_by_id() -> None:
    book = named(BOOK, "oak-1", "Oak")
    assert {book.find(wanted).id for wanted in ("oak", "Oak", "oak-1")} == {"oak-1"}
    with pytest.raises(CompanionError) as unknown:
        book.find("elm")
    assert unknown.value.failure is Failure.SPEECH_VOICE_UNKNOWN


@pytest.mark.behaviour("VOICE-003")
def test_voices_stay_in_the_players_folder_with_all_it_takes_to_speak_them(tmp_path: Path) -> None:
    account = read_accounts(tmp_path).current
    VoiceBookFile(tmp_path, account).change(lambda book: with_voice(book, OAK))
    assert (tmp_path / "system" / "voices" / f"{account}.json").exists()
    (kept,) = read_voices(tmp_path).voices
    assert (kept.region, kept.model, kept.protocol) == (OAK.region, OAK.model, OAK.protocol)


def test_a_book_that_cannot_be_read_is_kept_and_leaves_everybody_the_same_voice(
    tmp_path: Path,
) -> None:
    account = read_accounts(tmp_path).current
    path = tmp_path / "system" / "voices" / f"{account}.json"
    path.parent.mkdir()
    path.write_text("{")
    assert read_voices(tmp_path) == VoiceBook()
    with pytest.raises(CompanionError):
        VoiceBookFile(tmp_path, account).change(lambda book: with_voice(book, OAK))
    assert path.read_text() == "{"


def test_a_book_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    file = VoiceBookFile(tmp_path, UUID(int=1))
    file.change(lambda book: with_voice(book, OAK))
    with pytest.raises(CompanionError) as refused:
        file.change(lambda book: bound(book, Binding("character:" + "x" * 300, OAK.id)))
    assert refused.value.failure is Failure.INVALID_INPUT
    assert file.read() == VoiceBook((OAK,))


def test_accounts_have_voices_of_their_own(tmp_path: Path) -> None:
    VoiceBookFile(tmp_path, UUID(int=1)).change(lambda book: with_voice(book, OAK))
    assert VoiceBookFile(tmp_path, UUID(int=2)).read() == VoiceBook()


def test_nothing_is_made_for_whoever_has_no_account(tmp_path: Path) -> None:
    assert read_voices(tmp_path) == VoiceBook()
    assert list(tmp_path.iterdir()) == []
