"""The turns: what the player says, types or presses, and whom it is for.

Loop thread only, and it does no I/O: ears, mouth, session and timer are given. A turn ends exactly
once, with a `TurnRecord`, whatever happens to its request and its voice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from companion.client.acting import Acting
from companion.client.desk import Desk
from companion.client.doubt import doubt_of
from companion.client.events import DraftLeft, Said
from companion.client.listening import Hold
from companion.client.stage_clock import StageClock
from companion.client.state import LiveCard, Speaker
from companion.client.turn import Turn
from companion.client.understanding import Understanding
from companion.language.phrase import literal, phrase
from companion.protocol.cards.builder import Action, LocalAction, ServerAction
from companion.protocol.cards.ref import CardRef
from companion.protocol.limits import MAX_CHAT_CHARACTERS
from companion.speech.ears import Utterance
from companion.speech.events import Transcribe
from companion.support.errors import Failure


class Conversation:
    """Leads one player's turns."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._store = desk.store
        self._answering = desk.answering
        self._acting = Acting(desk)
        self._understanding = Understanding(desk, self._acting)

    def talk_down(self) -> None:
        """The key went down: be silent, listen."""
        desk = self._desk
        desk.speaking.hush()
        front = desk.front()
        view = desk.presentation.view(front) if front else None
        hints = desk.presentation.hints(view)
        request = Transcribe(desk.presentation.language, hints, desk.asking.names)
        owner = self._store.state.front
        desk.listening.press(request, Hold(owner, self._answering.engine.losses))

    def talk_up(self) -> None:
        """The key went up: recognise, send."""
        self._desk.listening.release()

    def cancel(self) -> None:
        """Stop what runs: listening, the request, the voice."""
        self._understanding.forget_question()
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
        self._desk.speaking.make_room()
        self._store.dispatch(Said(Speaker.PLAYER, words, utterance.seconds))
        if utterance.is_cut:
            self._answering.report(Failure.TOO_LONG)
        if hold.owner and not self._desk.is_open(hold.owner):
            self._answering.fail(turn, Failure.CANCELLED)
            return
        card = self._store.state.card(hold.owner) if hold.owner else self._desk.front()
        doubt = doubt_of(
            transcript.confidence,
            is_other_connection=hold.connection != self._answering.engine.losses,
            send_on_release=self._desk.send_on_release,
        )
        self._understanding.understand(turn, transcript.language, card, doubt)

    def not_heard(self, failure: Failure, detail: str) -> None:
        """A hold of the key gave no words."""
        now = self._desk.clock.monotonic()
        self._answering.fail(Turn("", StageClock(now)), failure, detail)

    def typed(self, text: str) -> None:
        """Take what was typed."""
        if not (text := text.strip()):
            return
        turn = self._own_turn(text)
        self._desk.speaking.make_room()
        if len(text) > MAX_CHAT_CHARACTERS:
            self._store.dispatch(DraftLeft(text))
            words = phrase("client.too_long", most=MAX_CHAT_CHARACTERS)
            self._answering.fail(turn, Failure.INVALID_INPUT, words=words)
            return
        if command := self._desk.local_command(text):
            turn.action = "local:command"
            self._desk.speaking.end(turn)
            command()
            return
        self._store.dispatch(Said(Speaker.PLAYER, literal(text)), DraftLeft(""))
        self._understanding.understand(
            turn, self._desk.presentation.language, self._desk.front(), None
        )

    def pressed(self, ref: CardRef, action: Action) -> None:
        """Take a click on a card; pages and closing are silent."""
        self._understanding.forget_question()
        card = self._store.state.shown_card(ref)
        match action:
            case ServerAction():
                self._acting.press(self._own_turn(""), ref, action)
            case LocalAction():
                self._click(action, card)
            case _:
                assert_never(action)

    def _click(self, action: LocalAction, card: LiveCard | None) -> None:
        match name := action.own:
            case "stop":
                self.cancel()
            case "repeat":
                self._acting.repeat(self._own_turn(""), card)
            case "skip":
                self._desk.speaking.skip()
            case "next_page" | "previous_page":
                self._acting.move(name, card)
            case "back" | "close":
                if card and self._desk.is_open(card.ref):
                    self._acting.move(name, card)
            case "select" | "toggle" | "collapse":
                self._acting.change_view(card, action)
            case None:
                self._acting.contributed(self._own_turn(""), action)
            case _:
                assert_never(name)

    def invoked(self, action: str, arguments: Mapping[str, str]) -> None:
        """Ask the engine for an action by its name, as an entry of the workbench declares it."""
        turn = self._own_turn("")
        if self._desk.asking.pending is not None:
            self._answering.fail(turn, Failure.BUSY)
            return
        self._desk.speaking.make_room()
        self._desk.asking.invoke(action, arguments, turn)

    def done_here(self, action: LocalAction) -> None:
        """Do a local action to the card in front; silent, as a click is."""
        self._click(action, self._desk.front())

    def turn_page(self, ref: CardRef, page: int) -> None:
        """Show another page of a card."""
        self._acting.turn_page(ref, page)

    def _own_turn(self, text: str) -> Turn:
        """A turn of the keyboard or the mouse: its clock begins now."""
        now = self._desk.clock.monotonic()
        turn = Turn(text, StageClock(now))
        turn.clock.mark("final_text", now)
        return turn
