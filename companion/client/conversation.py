"""The turns: what the player says, types or presses, and what follows from it.

Loop thread only, and it does no I/O: ears, mouth, session and timer are given. A turn ends exactly
once, with a `TurnRecord`, whatever happens to its request and its voice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from companion.cards.spoken import Spoken
from companion.client import live_cards
from companion.client.answering import Answering
from companion.client.asking import Asking
from companion.client.doubt import UNSAFE, Doubt, doubt_of
from companion.client.events import DraftLeft, FrontClosed, PageTurned, Said, WentBack
from companion.client.listening import Hold, Listening
from companion.client.local_actions import move
from companion.client.presentation import Presentation
from companion.client.speaking import Speaking
from companion.client.stage_clock import StageClock
from companion.client.state import LiveCard, Speaker
from companion.client.store import Store
from companion.client.turn import Turn
from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.builder import Action, LocalAction, ServerAction
from companion.protocol.cards.ref import CardRef
from companion.protocol.limits import MAX_CHAT_CHARACTERS
from companion.protocol.session_event import NO_WORDS
from companion.speech.ears import Utterance
from companion.speech.events import Transcribe
from companion.support.clock import Clock
from companion.support.errors import Failure

ACT_CONFIDENCE = 0.75
"""A spoken button is pressed from here."""
ASK_CONFIDENCE = 0.50
"""From here the player is asked whether it was meant; below, it was not."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What a conversation works with; all of it lives on the loop thread.

    Attributes:
        send_on_release: False leaves spoken words as a draft.
    """

    store: Store
    presentation: Presentation
    listening: Listening
    speaking: Speaking
    asking: Asking
    answering: Answering
    clock: Clock
    send_on_release: bool = True


class Conversation:
    """Leads one player's turns."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.store
        self._answering = desk.answering
        self._question: Callable[[Turn], None] | None = None
        """What *yes* does, until anything else is said."""

    def talk_down(self) -> None:
        """The key went down: be silent, listen."""
        desk = self._desk
        desk.speaking.hush()
        front = live_cards.front_card(self._store.state)
        view = desk.presentation.view(front) if front else None
        request = Transcribe(desk.presentation.language, desk.presentation.hints(view))
        owner = self._store.state.front
        desk.listening.press(request, Hold(owner, self._answering.losses))

    def talk_up(self) -> None:
        """The key went up: recognise, send."""
        self._desk.listening.release()

    def cancel(self) -> None:
        """Stop what runs: listening, the request, the voice."""
        self._desk.listening.cancel()
        self._desk.asking.cancel()
        self._desk.speaking.silence()

    def heard(self, utterance: Utterance, hold: Hold) -> None:
        """Take what was said."""
        transcript = utterance.transcript
        turn = Turn(transcript.text, StageClock(utterance.key_up), utterance.seconds)
        turn.clock.mark("last_audio", utterance.last_audio)
        turn.clock.mark("final_text", utterance.final_text)
        words = literal(transcript.text)
        self._desk.speaking.silence()
        self._store.dispatch(Said(Speaker.PLAYER, words, utterance.seconds))
        if hold.owner and not self._is_open(hold.owner):
            self._answering.fail(turn, Failure.CANCELLED)
            return
        card = self._store.state.card(hold.owner) if hold.owner else self._front()
        doubt = doubt_of(
            transcript.confidence,
            is_other_connection=hold.connection != self._answering.losses,
            send_on_release=self._desk.send_on_release,
        )
        self._understand(turn, transcript.language, card, doubt)

    def not_heard(self, failure: Failure, detail: str) -> None:
        """A hold of the key gave no words."""
        now = self._desk.clock.monotonic()
        self._answering.fail(Turn("", StageClock(now)), failure, detail)

    def typed(self, text: str) -> None:
        """Take what was typed."""
        if not (text := text.strip()):
            return
        turn = self._own_turn(text)
        self._desk.speaking.silence()
        if len(text) > MAX_CHAT_CHARACTERS:
            self._store.dispatch(DraftLeft(text))
            self._answering.fail(turn, Failure.INVALID_INPUT, f"{len(text)} characters")
            return
        self._store.dispatch(Said(Speaker.PLAYER, literal(text)), DraftLeft(""))
        self._understand(turn, self._desk.presentation.language, self._front(), None)

    def pressed(self, ref: CardRef, action: Action) -> None:
        """Take a click on a card; pages and closing are silent."""
        card = self._store.state.card(ref)
        match action:
            case ServerAction():
                self._press(self._own_turn(""), ref, action)
            case LocalAction(name="stop"):
                self.cancel()
            case LocalAction(name="repeat"):
                self._repeat(self._own_turn(""), card)
            case LocalAction(name="next_page" | "previous_page"):
                self._move(action, card)
            case LocalAction():
                if card and self._is_open(ref):
                    self._move(action, card)
            case _:
                assert_never(action)

    def turn_page(self, ref: CardRef, page: int) -> None:
        """Show another page of a card."""
        self._store.dispatch(PageTurned(ref, page))

    def _understand(
        self, turn: Turn, language: str, card: LiveCard | None, doubt: Doubt | None
    ) -> None:
        """Find out whom the words are for: the card, the client itself, or the engine."""
        presentation, heard = self._desk.presentation, turn.heard
        question, self._question = self._question, None
        said = None if doubt in UNSAFE else presentation.yes_or_no(heard)
        if question and said is not None:
            self._settle(turn, question, is_yes=said)
        elif heard.startswith("/"):
            self._chat(turn, doubt)
        elif card is None:
            local = presentation.local_phrase(heard, language)
            self._locally(turn, None, local) if local else self._chat(turn, doubt)
        else:
            view = presentation.view(card)
            self._at_card(turn, card, presentation.spoken_button(heard, language, view), doubt)

    def _at_card(
        self, turn: Turn, card: LiveCard, spoken: Spoken | None, doubt: Doubt | None
    ) -> None:
        if spoken is None or spoken.confidence < ASK_CONFIDENCE:
            self._chat(turn, doubt)
        elif spoken.confidence < ACT_CONFIDENCE:
            self._ask_back(turn, card, spoken)
        elif isinstance(spoken.action, ServerAction) and doubt is not None and doubt in UNSAFE:
            self._leave_draft(turn, doubt)
        else:
            self._act(turn, card, spoken.action)

    def _locally(self, turn: Turn, card: LiveCard | None, action: LocalAction) -> None:
        """Act on words without the engine, and answer them aloud."""
        turn.action = f"local:{action.name}"
        match action.name:
            case "stop":
                busy = self._desk.asking.pending is not None
                self._desk.asking.cancel()
                said = phrase("client.stopped" if busy else "client.nothing_runs")
            case "repeat":
                self._repeat(turn, card)
                return
            case _:
                said = self._move(action, card)
        turn.template = self._answering.front_template()
        self._answering.tell(turn, said)

    def _move(self, action: LocalAction, card: LiveCard | None) -> Phrase:
        """Turn, leave or close a card; the sentence that tells of it."""
        if action.name == "stop" or action.name == "repeat":
            return NO_WORDS
        parent = live_cards.parent_card(self._store.state)
        title = self._desk.presentation.view(parent).title if parent else None
        view = self._desk.presentation.view(card) if card else None
        moved = move(action.name, view, title)
        if moved.event is not None:
            if isinstance(moved.event, FrontClosed | WentBack) and card is not None:
                self._desk.speaking.card_gone(card.ref)
            self._store.dispatch(moved.event)
        return moved.words

    def _repeat(self, turn: Turn, card: LiveCard | None) -> None:
        """Say the card again, or what was said last where there is none."""
        spoken = self._desk.presentation.view(card).spoken if card else ()
        spoken = spoken or self._desk.speaking.last
        if not spoken:
            self._answering.tell(turn, phrase("client.nothing_to_repeat"))
            return
        turn.template = self._answering.front_template()
        turn.clock.mark("answer_shown", self._desk.clock.monotonic())
        self._desk.speaking.say(spoken, turn, card.ref if card else None)

    def _chat(self, turn: Turn, doubt: Doubt | None) -> None:
        """Send words to the engine, or leave them where the player can send them."""
        if doubt is not None:
            self._leave_draft(turn, doubt)
            return
        self._make_room(turn)
        if self._desk.asking.pending is not None:
            self._store.dispatch(DraftLeft(turn.heard))
            self._answering.fail(turn, Failure.BUSY)
            return
        self._desk.asking.chat(turn.heard, turn)

    def _press(self, turn: Turn, ref: CardRef, action: ServerAction) -> None:
        """Send a press, unless the card changed, went, or waits already."""
        card = self._store.state.card(ref)
        if card is None or not card.active or card.ref.revision != ref.revision:
            self._answering.fail(turn, Failure.OUTDATED_CARD)
        elif self._desk.asking.pending is not None:
            if not card.waiting:
                self._answering.fail(turn, Failure.BUSY)
        else:
            self._desk.speaking.silence()
            self._desk.asking.press(card.ref, action, turn)

    def _make_room(self, turn: Turn) -> None:
        """A spoken turn takes the place of the one under way (decisions.md, Protocol)."""
        if turn.spoken_s > 0:
            self._desk.asking.cancel()

    def _leave_draft(self, turn: Turn, doubt: Doubt) -> None:
        turn.action = "draft"
        self._store.dispatch(DraftLeft(turn.heard))
        match doubt:
            case Doubt.UNSURE:
                self._question = lambda later: self._send_again(later, turn.heard)
                self._answering.tell(turn, phrase("client.draft.unsure", heard=turn.heard))
            case Doubt.SETTING:
                self._desk.speaking.end(turn)
            case Doubt.OTHER_CONNECTION:
                self._answering.fail(turn, Failure.CONNECTION_LOST)
            case _:
                assert_never(doubt)

    def _ask_back(self, turn: Turn, card: LiveCard, spoken: Spoken) -> None:
        """Ask whether a button was meant; its words wait in the send box as well."""
        turn.action = "ask"
        self._question = lambda later: self._act(later, card, spoken.action)
        self._store.dispatch(DraftLeft(spoken.label))
        self._answering.tell(turn, phrase("client.ask", label=spoken.label))

    def _settle(self, turn: Turn, question: Callable[[Turn], None], *, is_yes: bool) -> None:
        """Take the answer to our own question."""
        self._store.dispatch(DraftLeft(""))
        if is_yes:
            question(turn)
        else:
            turn.action = "local:no"
            self._answering.tell(turn, phrase("client.ask.dropped"))

    def _send_again(self, turn: Turn, text: str) -> None:
        turn.heard = text
        self._chat(turn, None)

    def _act(self, turn: Turn, card: LiveCard, action: Action) -> None:
        if isinstance(action, LocalAction):
            self._locally(turn, card, action)
        else:
            self._make_room(turn)
            self._press(turn, card.ref, action)

    def _is_open(self, ref: CardRef) -> bool:
        return any(card.ref.id == ref.id for card in live_cards.chain_of(self._store.state))

    def _front(self) -> LiveCard | None:
        return live_cards.front_card(self._store.state)

    def _own_turn(self, text: str) -> Turn:
        """A turn of the keyboard or the mouse: its clock begins now."""
        now = self._desk.clock.monotonic()
        turn = Turn(text, StageClock(now))
        turn.clock.mark("final_text", now)
        return turn
