"""Any order of events: never deaf, never talking over the player, never waiting for ever."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.client.listening import LISTEN_DEADLINE_S
from companion.client.orders import AskHistory, SetPreference
from companion.client.state import Phase
from companion.protocol.cards.builder import LocalAction, ServerAction
from companion.protocol.cards.update import RemoveCard, ReplaceCard
from companion.protocol.requests import Chat
from companion.protocol.responses import Open, View
from companion.protocol.signon import Binding, BindingChange
from companion.support.errors import Failure
from tests.helpers.client_rig import Rig, quest_list, show

STEPS = {
    "press": lambda rig: rig.hold(),
    "release": lambda rig: rig.let_go(),
    "words": lambda rig: rig.ears.say("show my quests"),
    "doubtful words": lambda rig: rig.ears.say("mumble", 0.1),
    "next page": lambda rig: rig.ears.say("next page"),
    "close": lambda rig: rig.ears.say("close"),
    "second": lambda rig: rig.ears.say("open the second one"),
    "nothing heard": lambda rig: rig.ears.fail(Failure.NOTHING_HEARD),
    "microphone lost": lambda rig: rig.ears.fail(Failure.MICROPHONE_LOST),
    "type": lambda rig: rig.type("help"),
    "cancel": lambda rig: rig.core.conversation.cancel(),
    "click": lambda rig: rig.core.conversation.pressed(show().ref, ServerAction("a:b")),
    "read aloud": lambda rig: rig.core.conversation.pressed(show().ref, LocalAction("repeat")),
    "reply": lambda rig: answer(rig),
    "late reply": lambda rig: answer(rig, first=True),
    "lost": lambda rig: rig.disconnect(),
    "back": lambda rig: rig.connect(),
    "deaf": lambda rig: setattr(rig.ears, "is_deaf", True),
    "voice begins": lambda rig: rig.mouth.begin(),
    "voice ends": lambda rig: rig.mouth.finish(),
    "voice fails": lambda rig: rig.mouth.fail(Failure.SPEAKER_LOST),
    "microphone gone": lambda rig: rig.core.listening.ear_trouble(Failure.NO_MICROPHONE, ""),
    "notice": lambda rig: rig.server and rig.notice("One", (show(number=len(rig.state.entries)),)),
    "revoked": lambda rig: rig.server and rig.tell(Binding(BindingChange.REVOKED)),
    "opened": lambda rig: rig.server and rig.tell(Open(View.SIMPLE)),
    "dismiss": lambda rig: rig.core.orders.dismiss(),
    "settings": lambda rig: rig.type("/settings"),
    "preference": lambda rig: rig.core.orders.take(SetPreference("history", value=False)),
    "history": lambda rig: rig.core.orders.take(AskHistory()),
    "slept": lambda rig: rig.core.session.doubt(rig.clock.monotonic()),
    "a moment": lambda rig: rig.advance(1),
    "a while": lambda rig: rig.advance(12),
}


def answer(rig: Rig, *, first: bool = False) -> None:
    """Answer the newest or the oldest request with a new card, a changed one and an end."""
    chats = [request for request in rig.asked if isinstance(request, Chat)]
    if rig.server is None or not chats:
        return
    number = len(rig.asked)
    cards = (
        show(number=number),
        ReplaceCard(show(revision=number).ref, quest_list(3)),
        RemoveCard(show(number=number // 2).ref),
    )
    rig.reply("Here.", cards, to=chats[0 if first else -1].request)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(sorted(STEPS)), max_size=30))
def test_after_any_order_of_events_the_client_is_as_good_as_new(steps: list[str]) -> None:
    rig = Rig()
    key_is_down, pressed_at = False, 0.0
    for step in steps:
        key_is_down = step == "press" or (key_is_down and step != "release")
        pressed_at = rig.clock.monotonic() if step == "press" else pressed_at
        STEPS[step](rig)
        rig.pump()
        is_held = key_is_down and rig.clock.monotonic() - pressed_at < LISTEN_DEADLINE_S
        assert not (is_held and rig.mouth.is_speaking), step
    rig.ears.is_deaf = False
    rig.let_go()
    settle(rig)
    assert_rested(rig)
    assert_hears(rig)


def settle(rig: Rig) -> None:
    """Let every deadline pass."""
    rig.advance(200)
    rig.disconnect()
    rig.connect()


def assert_rested(rig: Rig) -> None:
    assert not rig.state.waiting
    assert not any(card.waiting for card in rig.state.cards)
    assert rig.state.voice.phase is Phase.IDLE
    assert not rig.mouth.is_speaking
    assert rig.core.session.next_deadline() is not None  # the heartbeat only
    assert not rig.core.listening.is_busy


def assert_hears(rig: Rig) -> None:
    turns = len(rig.turns)
    rig.speak("what is the meaning of all this")
    assert rig.last_interactive().request == rig.asked[-1].request
    rig.reply("Here.")
    assert rig.mouth.is_speaking
    rig.mouth.finish()
    assert len(rig.turns) == turns + 1
