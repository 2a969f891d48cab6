"""What the parts of a conversation work with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.client import live_cards
from companion.client.answering import Answering
from companion.client.asking import Asking
from companion.client.listening import Listening
from companion.client.presentation import Presentation
from companion.client.speaking import Speaking
from companion.client.state import LiveCard
from companion.client.store import Store
from companion.protocol.cards.builder import LocalAction
from companion.protocol.cards.ref import CardRef
from companion.support.clock import Clock


@dataclass(frozen=True, slots=True)
class Desk:
    """All of it lives on the loop thread.

    Attributes:
        local_command: What a typed line does without the engine; None when it is not ours.
        local_action: What a contributed card action does; raises `CompanionError` where nobody
            here has it, or the player may not use it now.
        send_on_release: False leaves spoken words as a draft.
    """

    store: Store
    presentation: Presentation
    listening: Listening
    speaking: Speaking
    asking: Asking
    answering: Answering
    clock: Clock
    local_command: Callable[[str], Callable[[], None] | None]
    local_action: Callable[[LocalAction], Callable[[], None]]
    send_on_release: bool = True

    def front(self) -> LiveCard | None:
        """The card in front."""
        return live_cards.front_card(self.store.state)

    def is_open(self, ref: CardRef) -> bool:
        """Whether a card is in front, or the front one was opened from it."""
        return any(card.ref.id == ref.id for card in live_cards.chain_of(self.store.state))
