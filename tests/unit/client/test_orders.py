"""What is asked for in the interface: done here, or asked of the engine and then shown."""

from __future__ import annotations

from uuid import UUID

import msgspec
import pytest

from companion.client.navigation import PageName, Wanted
from companion.client.orders import (
    AskHistory,
    AskUsage,
    ChooseMode,
    ChooseView,
    Enter,
    FetchIcon,
    ForgetConversation,
    GoTo,
    Order,
    PairByName,
    PairInGame,
    PairWithCode,
    Pin,
    PressTool,
    SetPreference,
    ShowLine,
    Unpin,
)
from companion.client.pairing import PairingPhase
from companion.client.state import Phase
from companion.language.phrase import literal
from companion.protocol.in_game import ShowInGame
from companion.protocol.pack import Asset, AssetRequest
from companion.protocol.requests import (
    Chat,
    Control,
    ControlAction,
    Mode,
    SetPreferences,
    UsageRequest,
)
from companion.protocol.responses import (
    AssistantTurn,
    ClientModule,
    ErrorMessage,
    History,
    Open,
    Outcome,
    Page,
    Partial,
    State,
    Usage,
    UserTurn,
    View,
)
from companion.protocol.server_event import Standing
from companion.protocol.signon import Binding, BindingChange, PairingStep
from companion.support.errors import Failure
from tests.helpers.client_rig import Rig, show
from tests.helpers.client_things import engine, entitlement

QUESTS = ClientModule("system:quests", "system:quests", 90)


@pytest.fixture
def rig() -> Rig:
    rig = Rig()
    rig.tell(engine(QUESTS))
    return rig


def order(rig: Rig, wanted: Order) -> None:
    rig.core.orders.take(wanted)
    rig.pump()


@pytest.mark.behaviour("CLIENT-009", "CLIENT-018")
@pytest.mark.parametrize(
    ("line", "page"),
    [
        ("/settings", PageName.SETTINGS),
        ("/system settings", PageName.SETTINGS),
        ("／SETTINGS", PageName.SETTINGS),
        ("/history", PageName.HISTORY),
        ("/why", PageName.WHY),
        ("/connection", PageName.CONNECTION),
        ("/pinned", PageName.PINNED),
    ],
)
def test_a_line_for_the_client_opens_its_page_and_runs_nothing_at_the_engine(
    rig: Rig, line: str, page: PageName
) -> None:
    entries = rig.state.entries
    rig.type(line)
    assert rig.state.wanted.page is page
    assert not any(isinstance(request, Chat) for request in rig.asked)
    assert rig.state.entries == entries
    assert not rig.state.waiting


@pytest.mark.behaviour("CLIENT-010")
def test_opening_settings_keeps_cards_and_what_else_waits_in_the_box(rig: Rig) -> None:
    rig.type("show my quests")
    rig.reply("Here.", (show(),))
    rig.core.orders.draft("half a sen")
    before = rig.state
    rig.type("/settings")
    assert (rig.state.front, rig.state.draft) == (before.front, "half a sen")


@pytest.mark.behaviour("CLIENT-018")
def test_pages_views_and_pins_never_reach_the_engine(rig: Rig) -> None:
    rig.type("show my quests")
    rig.reply("Here.", (show(),))
    asked = len(rig.asked)
    for wanted in (GoTo(PageName.PINNED), ChooseView(View.SIMPLE), Pin(show().ref.id)):
        order(rig, wanted)
    assert len(rig.asked) == asked
    assert rig.state.view is View.SIMPLE
    assert [card.ref for card in rig.state.pinned] == [show().ref]
    order(rig, Unpin(show().ref.id))
    assert rig.state.pinned == ()


@pytest.mark.behaviour("CLIENT-032")
def test_an_entry_acts_only_while_the_player_may_use_it(rig: Rig) -> None:
    order(rig, Enter("system:quests"))
    assert isinstance(rig.asked[-1], Chat)
    rig.reply("Here.")
    order(rig, PressTool("system:quests", "next"))
    assert rig.last_interactive().text == "/next"  # type: ignore[union-attr]
    rig.reply("Here.")
    asked = len(rig.asked)
    rig.tell(engine(ClientModule("system:quests", "system:quests", 90, enabled=False)))
    order(rig, Enter("system:quests"))
    order(rig, PressTool("system:quests", "next"))
    assert len(rig.asked) == asked


@pytest.mark.behaviour("CLIENT-048")
def test_the_chosen_mode_goes_along_and_gives_way_when_it_is_no_longer_permitted(rig: Rig) -> None:
    order(rig, ChooseMode(Mode.LOCAL))
    rig.type("hello")
    assert rig.last_interactive().mode is Mode.LOCAL  # type: ignore[union-attr]
    rig.reply("Hi.")
    rig.tell(engine_with(Mode.AUTO, Mode.REASON))
    rig.type("hello")
    assert rig.last_interactive().mode is Mode.AUTO  # type: ignore[union-attr]


def engine_with(*modes: Mode) -> State:
    return msgspec.structs.replace(engine(QUESTS), entitlement=entitlement(modes))


@pytest.mark.behaviour("SET-034")
def test_a_preference_is_shown_as_set_once_the_engine_says_so(rig: Rig) -> None:
    order(rig, SetPreference("free_chat", True))
    asked = rig.asked[-1]
    assert asked == SetPreferences(asked.request, True, True, True)
    assert not rig.state.preferences.free_chat
    assert rig.state.preferences.asked == "free_chat"
    rig.reply("", to=asked.request)
    assert not rig.state.preferences.free_chat
    rig.tell(msgspec.structs.replace(engine(QUESTS), entitlement=entitlement(free_chat=True)))
    assert rig.state.preferences.free_chat
    assert rig.state.preferences.asked is None


@pytest.mark.behaviour("SET-034")
def test_a_refused_preference_stays_as_it_is_and_says_why(rig: Rig) -> None:
    order(rig, SetPreference("history", False))
    refusal = ErrorMessage(Failure.NOT_PERMITTED, literal("no"), rig.asked[-1].request)
    rig.tell(refusal)
    assert rig.state.preferences.history
    assert rig.state.preferences.asked is None
    assert rig.state.preferences.refused is Failure.NOT_PERMITTED


def test_a_second_preference_waits_for_the_first_to_be_settled(rig: Rig) -> None:
    order(rig, SetPreference("history", False))
    order(rig, SetPreference("external", False))
    assert sum(isinstance(request, SetPreferences) for request in rig.asked) == 1


@pytest.mark.behaviour("CLIENT-018")
def test_the_past_is_shown_and_nothing_of_it_is_said_or_pressed(rig: Rig) -> None:
    order(rig, AskHistory())
    order(rig, AskHistory())
    asked = [r for r in rig.asked if isinstance(r, Control) and r.action is ControlAction.HISTORY]
    assert len(asked) == 1
    rig.tell(
        History(
            asked[0].request,
            (
                UserTurn(UUID(int=1), 5.0, "hi"),
                AssistantTurn(UUID(int=1), 6.0, literal("Hello"), cards=(show().data,)),
            ),
        )
    )
    assert [turn.words.text for turn in rig.state.past.turns] == ["hi", "Hello"]
    assert rig.state.cards == ()
    assert rig.log == []
    assert not rig.mouth.is_speaking


def test_forgetting_empties_the_past_once_the_engine_has_done_it(rig: Rig) -> None:
    order(rig, ForgetConversation())
    assert rig.asked[-1].action is ControlAction.CLEAR  # type: ignore[union-attr]
    assert not rig.state.past.is_known
    rig.reply("", to=rig.asked[-1].request)
    assert rig.state.past.is_known
    assert rig.state.past.turns == ()


def test_use_of_all_that_is_refused_says_why_and_waits_behind_no_other(rig: Rig) -> None:
    order(rig, AskUsage())
    order(rig, AskUsage(everyone=True))
    asked = [request for request in rig.asked if isinstance(request, UsageRequest)]
    assert [request.everyone for request in asked] == [False, True]
    rig.reply("", to=asked[1].request, outcome=Outcome.FAILED, code=str(Failure.NOT_PERMITTED))
    assert rig.log == ["failure.not_permitted"]


def test_usage_comes_once_at_a_time_and_opens_its_page_when_the_engine_says_so(rig: Rig) -> None:
    order(rig, AskUsage())
    order(rig, AskUsage())
    asked = [request for request in rig.asked if isinstance(request, UsageRequest)]
    assert len(asked) == 1
    rig.tell(Usage(open=True, request=asked[0].request))
    assert rig.state.usage is not None
    assert rig.state.wanted.page is PageName.USAGE


@pytest.mark.behaviour("CLIENT-046")
@pytest.mark.parametrize(
    ("told", "shown"),
    [(View.SIMPLE, View.SIMPLE), (View.FULL, View.FULL), (View.CURRENT, View.SIMPLE)],
)
def test_the_engine_opens_a_view_and_current_keeps_what_is(
    rig: Rig, told: View, shown: View
) -> None:
    order(rig, ChooseView(View.SIMPLE))
    rig.type("open yourself")
    states = sum(isinstance(r, Control) for r in rig.asked)
    rig.tell(Open(told, rig.last_interactive().request))
    assert rig.state.view is shown
    assert rig.state.wanted.page is PageName.WINDOW
    assert not rig.state.waiting
    assert len(rig.turns) == 1
    assert sum(isinstance(r, Control) for r in rig.asked) == states + 1


@pytest.mark.behaviour("CLIENT-011", "CLIENT-012")
def test_settings_that_were_asked_for_in_the_game_are_opened_without_any_request(rig: Rig) -> None:
    before = len(rig.asked)
    rig.tell(Open(View.CURRENT, page=Page.SETTINGS))
    assert rig.state.wanted == Wanted(1, PageName.SETTINGS, from_game=True)
    assert len(rig.asked) == before


def test_an_answer_is_shown_while_it_is_written_and_gives_way_to_the_reply(rig: Rig) -> None:
    rig.type("tell me something")
    request = rig.last_interactive().request
    for piece in ("Once ", "upon "):
        rig.tell(Partial(request, 1, piece))
    assert rig.state.partial == "Once upon "
    rig.reply("Once upon a time.")
    assert rig.state.partial == ""
    rig.tell(Partial(request, 1, "late"))
    assert rig.state.partial == ""


def test_pieces_without_end_are_bounded(rig: Rig) -> None:
    rig.type("tell me everything")
    for _ in range(50):
        rig.tell(Partial(rig.last_interactive().request, 1, "x" * 1_000))
    assert len(rig.state.partial) == 20_000


@pytest.mark.behaviour("CLIENT-004", "CLIENT-003")
def test_a_revoke_leaves_nothing_and_closes_the_interface(rig: Rig) -> None:
    rig.type("show my quests")
    rig.reply("Here.", (show(),))
    rig.type("something that runs")
    before = rig.state
    rig.tell(Binding(BindingChange.REVOKED))
    after = rig.state
    assert (after.entries, after.cards, after.front, after.queued) == ((), (), None, ())
    assert (after.waiting, after.partial, after.past.turns) == (False, "", ())
    assert after.wanted.page is PageName.AWAY
    assert after.revision > before.revision
    assert not rig.mouth.is_speaking


def test_a_past_that_is_refused_is_waited_for_no_more_and_asked_for_anew(rig: Rig) -> None:
    order(rig, AskHistory())
    rig.reply("", to=rig.asked[-1].request, outcome=Outcome.FAILED, code=str(Failure.NOT_BOUND))
    assert (rig.state.past.is_asked, rig.state.past.reason) == (False, Failure.NOT_BOUND)
    order(rig, AskHistory())
    assert (rig.state.past.is_asked, rig.state.past.reason) == (True, None)


@pytest.mark.behaviour("CLIENT-008")
def test_a_revoke_that_fails_ends_the_waiting_and_shows_the_real_error(rig: Rig) -> None:
    rig.type("/system revoke Alex")
    rig.reply("", outcome=Outcome.FAILED, code=str(Failure.STORAGE_FULL))
    assert not rig.state.waiting
    assert rig.log[-1] == "failure.storage_full"
    assert rig.state.wanted.page is not PageName.AWAY


def test_a_system_that_is_gone_empties_the_state_and_says_so(rig: Rig) -> None:
    rig.type("show my quests")
    rig.reply("Here.", (show(),))
    rig.tell(Binding(BindingChange.INVALIDATED, "a:b"))
    assert rig.log == ["failure.system_gone"]
    assert rig.state.cards == ()


def test_pairing_goes_from_the_name_over_the_code_to_the_token() -> None:
    rig = Rig(standing=Standing.STRANGER)
    tokens: list[str] = []
    rig.core.errands.on_token = tokens.append
    order(rig, PairByName("Alex"))
    assert rig.state.pairing.phase is PairingPhase.ASKED
    rig.answer_pairing(PairingStep.ENTER_CODE, expires_s=120.0)
    assert rig.state.pairing.phase is PairingPhase.ENTER_CODE
    order(rig, PairWithCode("123456"))
    rig.answer_pairing(PairingStep.PAIRED, player=UUID(int=5), token="t" * 43)
    assert rig.state.pairing.phase is PairingPhase.PAIRED
    assert tokens == ["t" * 43]
    assert "t" * 43 not in repr(rig.state)


def test_a_code_to_type_in_the_game_is_shown_until_it_was_typed() -> None:
    rig = Rig(standing=Standing.STRANGER)
    order(rig, PairInGame())
    rig.answer_pairing(PairingStep.TYPE_IN_GAME, expires_s=300.0, code="654321")
    assert (rig.state.pairing.phase, rig.state.pairing.code) == (
        PairingPhase.TYPE_IN_GAME,
        "654321",
    )
    assert "654321" not in repr(rig.state.pairing)
    rig.answer_pairing(PairingStep.PAIRED, player=UUID(int=5), token="t" * 43)
    assert rig.state.pairing.phase is PairingPhase.PAIRED


@pytest.mark.parametrize("code", ["12345", "abcdef", "1234567", "12 456", "١٢٣٤٥٦"])
def test_what_is_no_code_is_refused_without_a_message(rig: Rig, code: str) -> None:
    asked = len(rig.pairings)
    order(rig, PairWithCode(code))
    assert rig.state.pairing.reason is Failure.PAIRING_CODE_WRONG
    assert len(rig.pairings) == asked


def test_icons_are_fetched_once_few_at_a_time_and_a_missing_one_is_not_asked_again(
    rig: Rig,
) -> None:
    for number in range(20):
        order(rig, FetchIcon(f"mod:item_{number}"))
    asked = [request for request in rig.asked if isinstance(request, AssetRequest)]
    assert len(asked) == 8
    rig.tell(Asset(asked[0].request, "mod:item_0", "0" * 64, b"png"))
    assert rig.state.icons == {"mod:item_0": b"png"}
    rig.reply("", to=asked[1].request, outcome=Outcome.FAILED, code=str(Failure.NOT_FOUND))
    for wanted in ("mod:item_0", "mod:item_1", "mod:item_2", "NOT AN ID", "mod:item_9"):
        order(rig, FetchIcon(wanted))
    again = [request.asset for request in rig.asked if isinstance(request, AssetRequest)]
    assert again[8:] == ["mod:item_19", "mod:item_18"]
    assert rig.log == []


def test_a_line_for_the_game_is_no_turn_and_what_became_of_it_stands_in_the_state(
    rig: Rig,
) -> None:
    order(rig, ShowLine("Quest done"))
    asked = rig.asked[-1]
    assert isinstance(asked, ShowInGame)
    rig.reply("", to=asked.request, outcome=Outcome.FAILED, code=str(Failure.NOT_SHOWN_IN_GAME))
    assert (asked.text, rig.state.in_game, rig.log) == ("Quest done", Failure.NOT_SHOWN_IN_GAME, [])
    order(rig, ShowLine("Quest done"))
    rig.reply("", to=rig.asked[-1].request)
    assert rig.state.in_game is None


def test_an_action_by_name_is_a_turn_like_any_other(rig: Rig) -> None:
    rig.core.orders.invoke("system:quest_list", {"page": "2"})
    rig.pump()
    assert rig.asked[-1].action == "system:quest_list"  # type: ignore[union-attr]
    assert rig.state.voice.phase is Phase.THINKING
    rig.reply("Here.", to=rig.asked[-1].request)
    assert not rig.state.waiting
