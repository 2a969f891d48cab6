"""What a button, a row or a local phrase does, whether it was said, typed or clicked.

Loop thread only, and no I/O.
"""

from __future__ import annotations

import logging
import re

from companion.client import live_cards
from companion.client.desk import Desk
from companion.client.events import FrontClosed, PageTurned, ViewChanged, WentBack
from companion.client.local_actions import CardMove, move
from companion.client.state import LiveCard
from companion.client.turn import Turn
from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.builder import Action, LocalAction, ServerAction
from companion.protocol.cards.ref import CardRef
from companion.support.errors import CompanionError, Failure

logger = logging.getLogger(__name__)

_COUNT = re.compile(r"\s*[(（]\d+[)）]$")
"""How many a category has stands behind its name, and is not said."""


class Acting:
    """Carries actions out: at once here, or by asking the engine."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def said(self, turn: Turn, card: LiveCard, action: Action) -> None:
        """Do what was said aloud or typed at a card; the answer is spoken."""
        if isinstance(action, LocalAction):
            self.locally(turn, card, action)
        else:
            self.make_room(turn)
            self.press(turn, card.ref, action)

    def locally(self, turn: Turn, card: LiveCard | None, action: LocalAction) -> None:
        """Act on words without the engine, and answer them aloud."""
        turn.action = f"local:{action.name}"
        match name := action.own:
            case "stop":
                busy = self._desk.asking.pending is not None
                self._desk.asking.cancel()
                said = phrase("client.stopped" if busy else "client.nothing_runs")
            case "repeat":
                self.repeat(turn, card)
                return
            case "skip":
                self.skip(turn)
                return
            case None:
                self.contributed(turn, action)
                return
            case "select" | "toggle" | "collapse":
                said = self.change_view(card, action)
            case _:
                said = self.move(name, card)
        turn.template = self._desk.answering.front_template()
        self._desk.answering.tell(turn, said)

    def contributed(self, turn: Turn, action: LocalAction) -> None:
        """Do what a part of the client contributes; what is told of it is that part's own."""
        turn.action = f"local:{action.name}"
        try:
            run = self._desk.local_action(action)
        except CompanionError as error:
            self._desk.answering.fail(turn, error.failure, error.detail)
            return
        self._desk.speaking.end(turn)
        try:
            run()
        except Exception:
            logger.exception("the card action %s failed", action.name)
            self._desk.answering.report(Failure.EXTENSION_FAILED, action.name)

    def move(self, name: CardMove, card: LiveCard | None) -> Phrase:
        """Turn, leave or close a card; the sentence that tells of it."""
        desk = self._desk
        parent = live_cards.parent_card(desk.store.state)
        title = desk.presentation.view(parent).title if parent else None
        moved = move(name, desk.presentation.view(card) if card else None, title)
        if moved.event is not None:
            if isinstance(moved.event, FrontClosed | WentBack) and card is not None:
                desk.speaking.card_gone(card.ref)
            desk.store.dispatch(moved.event)
        return moved.words

    def change_view(self, card: LiveCard | None, action: LocalAction) -> Phrase:
        """Select a category, open or close a section, collapse a card; the sentence about it."""
        if card is None:
            return phrase("client.nothing_open")
        shown = self._desk.presentation.view(card)
        label = next((b.label for b in shown.buttons if b.action == action), shown.title)
        self._desk.store.dispatch(ViewChanged(card.ref, action))
        return phrase(f"card.said.{action.name}", name=_COUNT.sub("", label))

    def repeat(self, turn: Turn, card: LiveCard | None) -> None:
        """Say the card again, or what was said last where there is none."""
        desk = self._desk
        spoken = desk.presentation.view(card).spoken if card else ()
        spoken = spoken or desk.speaking.last
        if not spoken:
            desk.answering.tell(turn, phrase("client.nothing_to_repeat"))
            return
        turn.template = desk.answering.front_template()
        turn.clock.mark("answer_shown", desk.clock.monotonic())
        desk.speaking.say(spoken, turn, card.ref if card else None)

    def skip(self, turn: Turn) -> None:
        """End what is being said and go on with what waits; nothing is said about it."""
        turn.template = self._desk.answering.front_template()
        self._desk.speaking.end(turn)
        self._desk.speaking.skip()

    def press(self, turn: Turn, ref: CardRef, action: ServerAction) -> None:
        """Send a press, unless the card changed, went, or waits already."""
        desk = self._desk
        card = desk.store.state.card(ref)
        if card is None or not card.active or card.ref.revision != ref.revision:
            desk.answering.fail(turn, Failure.OUTDATED_CARD)
        elif desk.asking.pending is not None:
            if not card.waiting:
                desk.answering.fail(turn, Failure.BUSY)
        else:
            desk.speaking.silence()
            desk.asking.press(card.ref, action, turn)

    def turn_page(self, ref: CardRef, page: int) -> None:
        """Show another page of a card."""
        self._desk.store.dispatch(PageTurned(ref, page))

    def make_room(self, turn: Turn) -> None:
        """A spoken turn takes the place of the one under way (decisions.md, Protocol)."""
        if turn.spoken_s > 0:
            self._desk.asking.cancel()
