"""A held key: silence, words, then the card, the client itself, or the engine."""

from __future__ import annotations

import pytest

from companion.cards.spoken import Spoken
from companion.client.listening import (
    LISTEN_DEADLINE_S,
    READY_DEADLINE_S,
    RECOGNISE_DEADLINE_S,
)
from companion.client.presentation import Presentation
from companion.client.speaking import REASON_S
from companion.client.state import Health, Part, Phase
from companion.language.phrase import literal
from companion.protocol.cards.builder import LocalAction, ServerAction
from companion.protocol.cards.update import RemoveCard
from companion.protocol.requests import CardAction, Chat
from companion.protocol.responses import Notice
from companion.speech.ears import MAX_UTTERANCE_S
from companion.support.errors import Failure
from tests.helpers.client_rig import Rig, quest_list, show


@pytest.fixture
def rig() -> Rig:
    return Rig()


@pytest.fixture
def at_list(rig: Rig) -> Rig:
    """A player who sees the first page of 23 quests, with the voice at rest."""
    rig.speak("show my quests")
    rig.reply("Here.", (show(),), action="system:quest_list")
    rig.mouth.finish()
    return rig


def chats(rig: Rig) -> list[str]:
    return [request.text for request in rig.asked if isinstance(request, Chat)]


def test_the_strip_follows_a_spoken_turn(rig: Rig) -> None:
    rig.hold()
    assert rig.state.voice.phase is Phase.LISTENING
    assert rig.state.voice.seconds_left == 58.0
    rig.let_go()
    assert rig.state.voice.phase is Phase.RECOGNISING
    rig.ears.say("show my quests")
    assert rig.state.voice.phase is Phase.THINKING
    rig.pump()
    rig.reply("Here.", (show(),))
    rig.mouth.begin()
    assert (rig.state.voice.phase, rig.state.voice.words) == (Phase.SPEAKING, "Quests.")
    rig.mouth.finish()
    assert rig.state.voice.phase is Phase.IDLE


def test_the_strip_never_rests_between_words_and_answer(rig: Rig) -> None:
    rig.speak("close")
    rig.mouth.begin()
    phases = [state.voice.phase for state in rig.states]
    between = phases[phases.index(Phase.RECOGNISING) :]
    assert list(dict.fromkeys(between)) == [Phase.RECOGNISING, Phase.THINKING, Phase.SPEAKING]


def test_the_seconds_left_count_down_while_listening(rig: Rig) -> None:
    rig.hold()
    rig.advance(3)
    assert 54.5 <= rig.state.voice.seconds_left <= 55.5


def test_live_words_are_shown(rig: Rig) -> None:
    rig.hold()
    rig.core.listening.ear_words("show my")
    assert rig.state.voice.words == "show my"


def test_the_recogniser_gets_labels_of_the_card_and_never_the_sentence(at_list: Rig) -> None:
    at_list.hold()
    hints = at_list.ears.requests[-1].hints
    assert "Quest 1" in hints
    assert "Next page" in hints
    assert "show my quests" not in hints


@pytest.mark.behaviour("CARD-045")
def test_next_page_is_local_and_answered_aloud(at_list: Rig) -> None:
    before = len(at_list.asked)
    at_list.speak("next page")
    assert len(at_list.asked) == before
    assert at_list.state.cards[0].view.page == 1
    assert at_list.mouth.words == (f"Page 2 of {at_list.view().pages}.",)
    at_list.mouth.finish()
    assert at_list.turns[-1].action == "local:next_page"


@pytest.mark.behaviour("NOTE-013")
def test_words_that_no_button_matches_go_to_the_engine(at_list: Rig) -> None:
    at_list.speak("how do I get a diamond drill")
    assert chats(at_list)[-1] == "how do I get a diamond drill"


@pytest.mark.behaviour("CARD-049", "CARD-050")
def test_a_detail_opened_by_voice_goes_back_to_the_page_it_came_from(at_list: Rig) -> None:
    at_list.speak("next page")
    second = at_list.view().choices[1]
    at_list.speak("open the second one")
    request = at_list.asked[-1]
    assert isinstance(request, CardAction)
    assert request.arguments == second.action.arguments
    at_list.reply("Quest 12", (show(quest_list(1), number=2),))
    at_list.speak("go back")
    assert at_list.state.front == show().ref
    assert at_list.state.cards[0].view.page == 1
    assert at_list.mouth.words[0].startswith("Back to")


def test_close_leaves_nothing_open_and_says_so(at_list: Rig) -> None:
    at_list.speak("close")
    assert at_list.state.front is None
    assert at_list.mouth.words == ("Closed.",)
    at_list.speak("close")
    assert at_list.mouth.words == ("There is nothing open.",)


def test_a_new_spoken_request_takes_the_place_of_the_one_under_way(rig: Rig) -> None:
    rig.speak("show my quests")
    rig.speak("help")
    assert rig.cancels() == 1
    assert chats(rig) == ["show my quests", "help"]
    assert [turn.failure for turn in rig.turns] == [Failure.CANCELLED]
    rig.reply("Help.", ())
    assert not rig.state.waiting


def test_the_key_silences_the_voice_and_ends_its_turn(at_list: Rig) -> None:
    at_list.speak("next page")
    turns = len(at_list.turns)
    at_list.mouth.begin()
    at_list.hold()
    assert not at_list.mouth.is_speaking
    assert len(at_list.turns) == turns + 1


def test_an_answer_that_comes_while_the_key_is_down_is_said_after_it(rig: Rig) -> None:
    rig.type("show my quests")
    rig.hold()
    rig.reply("Here.", (show(),))
    assert not rig.mouth.is_speaking
    assert rig.state.voice.phase is Phase.LISTENING
    rig.let_go()
    rig.ears.fail(Failure.TOO_SHORT)
    assert rig.mouth.is_speaking
    assert rig.mouth.words == ("Quests.",)


@pytest.mark.parametrize(
    "failure", [Failure.NOTHING_HEARD, Failure.SPEECH_UNREACHABLE, Failure.SPEECH_KEY_WRONG]
)
def test_a_hold_without_words_says_why_and_the_next_one_hears(rig: Rig, failure: Failure) -> None:
    rig.hold()
    rig.let_go()
    rig.ears.fail(failure)
    assert rig.log[-1] == f"failure.{failure}"
    assert rig.mouth.is_speaking
    rig.mouth.finish()
    assert rig.state.voice.reason is failure
    rig.speak("help")
    assert chats(rig) == ["help"]


def test_a_microphone_lost_in_mid_sentence_is_told_and_the_key_can_go_up(rig: Rig) -> None:
    rig.hold()
    rig.ears.fail(Failure.MICROPHONE_LOST)
    assert rig.log == ["failure.microphone_lost"]
    assert not rig.mouth.is_speaking
    rig.let_go()
    assert rig.mouth.is_speaking
    rig.speak("help")
    assert chats(rig) == ["help"]


def test_an_accidental_tap_is_shown_on_the_strip_only(rig: Rig) -> None:
    rig.hold()
    rig.let_go()
    rig.ears.fail(Failure.TOO_SHORT)
    assert rig.state.voice.reason is Failure.TOO_SHORT
    assert rig.log == []
    assert not rig.mouth.is_speaking


@pytest.mark.behaviour("ASR-003")
def test_words_the_recogniser_doubts_are_left_as_a_draft(rig: Rig) -> None:
    rig.speak("chauffeur my guests", confidence=0.2)
    assert chats(rig) == []
    assert rig.state.draft == "chauffeur my guests"
    assert "chauffeur my guests" in " ".join(rig.mouth.words)


@pytest.mark.behaviour("ASR-003")
def test_a_setting_leaves_every_sentence_as_a_draft_but_pages_turn() -> None:
    rig = Rig(send_on_release=False)
    rig.speak("show my quests")
    assert (chats(rig), rig.state.draft) == ([], "show my quests")
    rig.type("show my quests")
    assert (chats(rig), rig.state.draft) == (["show my quests"], "")
    rig.reply("Here.", (show(),))
    rig.speak("next page")
    assert rig.state.cards[0].view.page == 1


@pytest.mark.behaviour("ASR-015")
def test_words_meant_for_a_lost_connection_are_not_sent_to_the_next(rig: Rig) -> None:
    rig.hold()
    rig.let_go()
    rig.disconnect()
    rig.connect()
    rig.ears.say("show my quests")
    assert chats(rig) == []
    assert rig.state.draft == "show my quests"
    assert rig.turns == [] or rig.turns[-1].failure is Failure.CONNECTION_LOST


@pytest.mark.behaviour("ASR-014", "NOTE-016")
def test_words_meant_for_a_card_that_was_removed_do_nothing(at_list: Rig) -> None:
    at_list.hold()
    at_list.let_go()
    at_list.type("later")
    at_list.reply("", (RemoveCard(show().ref),))
    before = len(at_list.asked)
    at_list.ears.say("open the second one")
    assert len(at_list.asked) == before
    assert at_list.state.voice.reason is Failure.CANCELLED


def test_ears_that_never_report_are_given_up_and_the_next_press_hears(rig: Rig) -> None:
    rig.ears.is_deaf = True
    rig.hold()
    rig.advance(READY_DEADLINE_S + 1)
    assert rig.state.voice.phase is not Phase.LISTENING
    assert rig.turns[-1:] == [] or rig.turns[-1].failure is Failure.MICROPHONE_LOST
    rig.ears.is_deaf = False
    rig.let_go()
    rig.speak("help")
    assert chats(rig) == ["help"]


def test_a_recogniser_that_hangs_is_given_up(rig: Rig) -> None:
    rig.core.listening.ear_loaded("fake en")
    rig.hold()
    rig.let_go()
    rig.advance(RECOGNISE_DEADLINE_S + 1)
    assert rig.log[-1] == "failure.speech_silent"
    rig.mouth.finish()
    assert rig.state.voice.reason is Failure.SPEECH_SILENT


def test_a_voice_that_reports_nothing_is_given_up(at_list: Rig) -> None:
    at_list.speak("next page")
    at_list.mouth.begin()
    at_list.advance(61)
    assert not at_list.mouth.is_speaking
    assert at_list.state.voice.reason is Failure.SPEECH_SILENT
    assert at_list.turns[-1].failure is Failure.SPEECH_SILENT
    assert at_list.log[-1] == "failure.speech_silent"


def test_the_strip_says_why_for_a_moment_and_then_rests(rig: Rig) -> None:
    rig.hold()
    rig.ears.fail(Failure.TOO_SHORT)
    rig.let_go()
    assert rig.state.voice.phase is Phase.SILENT
    rig.advance(REASON_S + 1)
    assert rig.state.voice.phase is Phase.IDLE


def test_resting_never_takes_the_strip_from_somebody_else(rig: Rig) -> None:
    rig.hold()
    rig.ears.fail(Failure.TOO_SHORT)
    rig.let_go()
    rig.advance(REASON_S - 1)
    rig.hold()
    rig.advance(2)
    assert rig.state.voice.phase is Phase.LISTENING


@pytest.mark.parametrize("is_lost", [False, True], ids=["listening", "microphone lost"])
def test_a_release_that_never_comes_keeps_no_voice_silent(rig: Rig, is_lost: bool) -> None:
    rig.hold()
    if is_lost:
        rig.ears.fail(Failure.MICROPHONE_LOST)
    rig.advance(MAX_UTTERANCE_S if is_lost else LISTEN_DEADLINE_S)
    rig.ears.say("help")
    rig.pump()
    if not is_lost:
        rig.reply("Help.")
    assert rig.mouth.is_speaking
    assert not rig.ears.is_open


def test_the_limit_ends_the_hold_and_the_answer_is_said(rig: Rig) -> None:
    rig.hold()
    rig.ears.release()  # as the ears do at their limit, with the key still down
    rig.ears.say("help")
    rig.pump()
    rig.reply("Help.")
    assert rig.mouth.is_speaking
    rig.let_go()
    assert rig.mouth.is_speaking


@pytest.mark.behaviour("CARD-025")
def test_removing_a_card_ends_its_speech(rig: Rig) -> None:
    rig.speak("show my quests")
    rig.reply("Here.", (show(),))
    rig.mouth.begin()
    rig.type("later")
    rig.reply("Here.", (show(number=3),))
    rig.mouth.begin()
    request = rig.last_interactive().request
    rig.core.conversation.pressed(show(number=3).ref, ServerAction("a:b"))
    rig.pump()
    rig.reply("", (RemoveCard(show(number=3).ref),), to=rig.last_interactive().request)
    assert request != rig.last_interactive().request
    assert not rig.mouth.is_speaking


def test_stop_said_aloud_cancels_what_runs(rig: Rig) -> None:
    rig.type("show my quests")
    rig.speak("stop")
    assert rig.cancels() == 1
    assert rig.mouth.words == ("Stopped.",)


@pytest.mark.parametrize("words", ["skip", "跳过"])
def test_skip_said_aloud_goes_on_with_what_waits_without_a_word_of_its_own(
    rig: Rig, words: str
) -> None:
    rig.speak("hello")
    rig.reply("Good day.")
    rig.mouth.begin()
    rig.tell(Notice(literal("A quest is done.")))
    rig.speak(words)
    assert rig.mouth.words == ("A quest is done.",)
    assert rig.mouth.is_speaking


def test_repeat_says_the_last_answer_again(rig: Rig) -> None:
    rig.speak("hello")
    rig.reply("Good day.")
    rig.mouth.finish()
    rig.speak("repeat")
    assert rig.mouth.words == ("Good day.",)


def test_cancel_stops_ears_request_and_voice_without_a_word(rig: Rig) -> None:
    rig.type("show my quests")
    rig.hold()
    rig.core.conversation.cancel()
    rig.pump()
    assert not rig.state.waiting
    assert rig.state.voice.reason is Failure.CANCELLED
    assert rig.log == ["show my quests"]
    assert rig.cancels() == 1


def test_a_voice_that_fails_is_named_and_the_text_stands(at_list: Rig) -> None:
    at_list.speak("next page")
    at_list.mouth.fail(Failure.SPEAKER_LOST)
    voice = next(part for part in at_list.state.parts if part.name == "voice")
    assert (voice.health, voice.reason) == (Health.FAILED, Failure.SPEAKER_LOST)
    assert at_list.log[-2:] == ["client.page", "failure.speaker_lost"]
    assert at_list.state.cards[0].view.page == 1


def test_the_stages_of_a_spoken_turn_are_in_order(rig: Rig) -> None:
    rig.speak("show my quests")
    rig.clock.advance(0.004)
    rig.reply("Here.", (show(),), action="system:quest_list")
    rig.clock.advance(0.1)
    rig.mouth.begin()
    rig.mouth.finish()
    stages = rig.turns[-1].stages
    assert stages.request_sent == pytest.approx(0.0, abs=0.01)
    assert stages.first_answer == pytest.approx(4.0, abs=0.01)
    assert stages.first_sound == pytest.approx(104.0, abs=0.01)
    assert stages.own == pytest.approx(4.0, abs=0.01)


def test_chinese_players_are_answered_in_chinese() -> None:
    rig = Rig("zh_cn")
    rig.speak("查看任务")
    rig.reply("好的。", (show(),))
    rig.hold()
    rig.let_go()
    rig.ears.say("下一页", language="zh")
    assert rig.mouth.words == (f"第2页，共{rig.view().pages}页。",)
    assert rig.mouth.language == "zh"


def test_an_answer_that_waited_is_not_said_over_a_newer_question(rig: Rig) -> None:
    rig.type("show my quests")
    rig.hold()
    rig.reply("Here.", (show(),))
    rig.let_go()
    rig.ears.say("help")
    assert not rig.mouth.is_speaking
    assert rig.state.voice.phase is Phase.THINKING


def test_yes_sends_what_the_recogniser_doubted(rig: Rig) -> None:
    rig.speak("show my guests", confidence=0.2)
    rig.speak("Yes.")
    assert chats(rig) == ["show my guests"]
    assert rig.state.draft == ""


def test_no_drops_what_the_recogniser_doubted(rig: Rig) -> None:
    rig.speak("show my guests", confidence=0.2)
    rig.speak("no")
    assert chats(rig) == []
    assert rig.mouth.words == ("All right, never mind.",)


def test_yes_without_a_question_is_an_ordinary_sentence(rig: Rig) -> None:
    rig.speak("show my guests", confidence=0.2)
    rig.speak("help")
    rig.reply("Help.")
    rig.speak("yes")
    assert chats(rig) == ["help", "yes"]


@pytest.fixture
def half_understood(at_list: Rig, monkeypatch: pytest.MonkeyPatch) -> Rig:
    """A player who said something that may have been the third row."""
    third = at_list.view().choices[2]
    spoken = Spoken(third.action, third.label, 0.6)
    monkeypatch.setattr(Presentation, "spoken_button", lambda *_: spoken)
    at_list.speak("gwest free")
    return at_list


def test_a_button_that_was_half_understood_is_asked_about(half_understood: Rig) -> None:
    assert chats(half_understood) == ["show my quests"]
    assert half_understood.mouth.words == ("Did you mean Quest 3?",)
    assert half_understood.state.draft == "Quest 3"


def test_yes_presses_the_button_that_was_asked_about(half_understood: Rig) -> None:
    third = half_understood.view().choices[2]
    half_understood.speak("yes")
    request = half_understood.asked[-1]
    assert isinstance(request, CardAction)
    assert request.arguments == third.action.arguments


def test_a_question_lapses_when_something_is_clicked(half_understood: Rig) -> None:
    half_understood.core.conversation.pressed(show().ref, LocalAction("next_page"))
    half_understood.speak("yes")
    assert not any(isinstance(request, CardAction) for request in half_understood.asked)


def test_a_question_lapses_when_everything_is_stopped(half_understood: Rig) -> None:
    half_understood.core.conversation.cancel()
    half_understood.speak("yes")
    assert not any(isinstance(request, CardAction) for request in half_understood.asked)


def test_yes_does_nothing_to_a_card_that_came_later(
    at_list: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken = Spoken(LocalAction("close"), "Close", 0.6)
    monkeypatch.setattr(Presentation, "spoken_button", lambda *_: spoken)
    at_list.speak("clothes")
    updates = (RemoveCard(show().ref), show(number=9))
    assert at_list.server is not None
    at_list.server.send(Notice(literal("news"), cards=updates))
    at_list.pump()
    at_list.speak("yes")
    assert at_list.state.front == show(number=9).ref
    assert at_list.log[-1] == "failure.outdated_card"


def test_a_microphone_pulled_out_after_the_words_does_not_lose_them(rig: Rig) -> None:
    rig.hold()
    rig.let_go()
    rig.core.listening.ear_trouble(Failure.MICROPHONE_LOST, "")
    assert rig.log == ["failure.microphone_lost"]
    rig.ears.say("help")
    rig.pump()
    assert chats(rig) == ["help"]


def test_ears_that_fail_at_rest_are_told_once_and_named(rig: Rig) -> None:
    for _ in range(3):
        rig.core.listening.ear_trouble(Failure.NO_MICROPHONE, "")
    microphone = next(part for part in rig.state.parts if part.name == "microphone")
    assert microphone.reason is Failure.NO_MICROPHONE
    assert rig.log == ["failure.no_microphone"]
    rig.core.listening.ear_open()
    microphone = next(part for part in rig.state.parts if part.name == "microphone")
    assert microphone.health is Health.READY


@pytest.mark.parametrize("words", ["Quest 2", "open the second one"])
def test_words_at_a_card_of_an_engine_that_is_gone_are_a_new_question(
    at_list: Rig, words: str
) -> None:
    at_list.disconnect()
    at_list.connect()
    at_list.speak(words)
    assert chats(at_list)[-1] == words
    at_list.reply("Here.", (show(number=2),))
    assert "failure.outdated_card" not in at_list.log


def test_a_card_of_an_engine_that_is_gone_still_turns_its_pages(at_list: Rig) -> None:
    at_list.disconnect()
    at_list.connect()
    at_list.speak("next page")
    assert at_list.state.cards[0].view.page == 1


def microphone_of(rig: Rig) -> Part:
    return next(part for part in rig.state.parts if part.name == "microphone")


def test_a_muted_microphone_is_shown_and_told_only_when_the_key_is_held(rig: Rig) -> None:
    rig.core.listening.ear_trouble(Failure.MICROPHONE_MUTED, "")
    assert microphone_of(rig).health is Health.LIMITED
    assert rig.log == []
    rig.hold()
    rig.core.listening.ear_failed(Failure.MICROPHONE_MUTED, "")
    assert rig.log == ["failure.microphone_muted"]


def test_a_microphone_that_comes_and_goes_does_not_fill_the_log(rig: Rig) -> None:
    for _ in range(50):
        rig.core.listening.ear_trouble(Failure.MICROPHONE_LOST, "")
        rig.core.listening.ear_open()
    assert rig.log == ["failure.microphone_lost"]
    rig.speak("show my quests")
    rig.core.listening.ear_trouble(Failure.MICROPHONE_LOST, "")
    assert rig.log.count("failure.microphone_lost") == 2


def test_ears_without_a_microphone_are_ready_and_the_microphone_is_not(rig: Rig) -> None:
    rig.core.listening.ear_trouble(Failure.NO_MICROPHONE, "")
    rig.core.listening.ear_loaded("offline en")
    ears = next(part for part in rig.state.parts if part.name == "ears")
    assert (ears.health, ears.words) == (Health.READY, "offline en")
    assert microphone_of(rig).health is Health.FAILED


def test_words_that_the_limit_cut_off_are_taken_and_told(rig: Rig) -> None:
    rig.ears.is_at_limit = True
    rig.speak("show my quests")
    assert rig.log == ["show my quests", "failure.too_long"]
    assert chats(rig) == ["show my quests"]
