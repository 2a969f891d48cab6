"""Whom words are for: our own question, the card in front, the client itself, or the engine.

Loop thread only, no I/O. What is understood ends the turn, or hands it to whoever will.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from companion.cards.spoken import Spoken
from companion.client.acting import Acting
from companion.client.desk import Desk
from companion.client.doubt import UNSAFE, Doubt
from companion.client.events import DraftLeft
from companion.client.state import LiveCard
from companion.client.turn import Turn
from companion.language.phrase import phrase
from companion.protocol.cards.builder import Action, ServerAction
from companion.protocol.limits import COMMAND_MARKS
from companion.support.errors import Failure

ACT_CONFIDENCE = 0.75
"""A spoken button is pressed from here."""
ASK_CONFIDENCE = 0.50
"""From here the player is asked whether it was meant; below, it was not."""


class Understanding:
    """Guards the one question of our own that may be open."""

    def __init__(self, desk: Desk, acting: Acting) -> None:
        self._desk = desk
        self._store = desk.store
        self._answering = desk.answering
        self._acting = acting
        self._question: Callable[[Turn], None] | None = None
        """What *yes* does, until anything else is said, pressed or stopped."""

    def forget_question(self) -> None:
        """Something else was pressed or stopped: *yes* means nothing any more."""
        self._question = None

    def understand(
        self, turn: Turn, language: str, card: LiveCard | None, doubt: Doubt | None
    ) -> None:
        """Find out whom the words are for: the card, the client itself, or the engine."""
        presentation, heard = self._desk.presentation, turn.heard
        question, self._question = self._question, None
        said = None if doubt in UNSAFE else presentation.yes_or_no(heard)
        if question and said is not None:
            self._settle(turn, question, is_yes=said)
        elif heard.startswith(COMMAND_MARKS):
            self._chat(turn, doubt)
        elif card is None:
            local = presentation.local_phrase(heard, language)
            self._acting.locally(turn, None, local) if local else self._chat(turn, doubt)
        else:
            view = presentation.view(card)
            self._at_card(turn, card, presentation.spoken_button(heard, language, view), doubt)

    def _at_card(
        self, turn: Turn, card: LiveCard, spoken: Spoken | None, doubt: Doubt | None
    ) -> None:
        if spoken is None or spoken.confidence < ASK_CONFIDENCE or _is_dead(card, spoken.action):
            self._chat(turn, doubt)
        elif spoken.confidence < ACT_CONFIDENCE:
            self._ask_back(turn, card, spoken)
        elif isinstance(spoken.action, ServerAction) and doubt is not None and doubt in UNSAFE:
            self._leave_draft(turn, doubt)
        else:
            self._acting.said(turn, card, spoken.action)

    def _chat(self, turn: Turn, doubt: Doubt | None) -> None:
        """Send words to the engine, or leave them where the player can send them."""
        if doubt is not None:
            self._leave_draft(turn, doubt)
            return
        self._acting.make_room(turn)
        if self._desk.asking.pending is not None:
            self._store.dispatch(DraftLeft(turn.heard))
            self._answering.fail(turn, Failure.BUSY)
            return
        self._desk.asking.chat(turn.heard, turn)

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
        self._question = lambda later: self._act_after_all(later, card, spoken.action)
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

    def _act_after_all(self, turn: Turn, card: LiveCard, action: Action) -> None:
        """Do what was asked about, unless its card went while the player thought."""
        if self._desk.is_open(card.ref):
            self._acting.said(turn, card, action)
        else:
            self._answering.fail(turn, Failure.OUTDATED_CARD)

    def _send_again(self, turn: Turn, text: str) -> None:
        turn.heard = text
        self._chat(turn, None)


def _is_dead(card: LiveCard, action: Action) -> bool:
    """Whether only an engine that is gone could act: what was said is then a new question."""
    return isinstance(action, ServerAction) and not card.active
