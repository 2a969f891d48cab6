"""What a client is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.cards.library import CardLibrary
from companion.client.contributions.cache import Contributions
from companion.client.engine_source import EngineSource
from companion.client.self_test import SpeechChain
from companion.speech.ears import Ears, EarsEvents
from companion.speech.free_instead import OnInstead
from companion.speech.mouth import Mouth
from companion.support.clock import Clock, SystemClock


@dataclass(frozen=True, slots=True)
class ClientParts:
    """What a client is made of; `app/parts.py` and tests choose.

    Attributes:
        ears: Makes the ears for the one who listens to them.
        mouth: The voice; None for a silent companion.
        engine: Where the engine is.
        library: Templates and texts in the player's language.
        locale: Language of the player, such as `en_us`.
        server: Id of the server; empty for the embedded engine.
        send_on_release: False leaves spoken words as a draft.
        narration: False shows quests that come unasked in silence.
        voice_words: Names the voice on the status line, such as `hibari`.
        contributions: Makes the caches of what the parts of the client declare.
        device: What this device is called where it is paired; empty for no name.
        chain: Voice and ears for the self-test; None where there is none.
        tell_when_free: Has somebody told when free speech steps in at a limit.
        clock: Time.
    """

    ears: Callable[[EarsEvents], Ears]
    mouth: Mouth | None
    engine: EngineSource
    library: CardLibrary
    locale: str = "en_us"
    server: str = ""
    send_on_release: bool = True
    narration: bool = True
    voice_words: str = ""
    contributions: Callable[[], Contributions] = Contributions
    device: str = ""
    chain: SpeechChain | None = None
    tell_when_free: Callable[[OnInstead], None] = lambda on_instead: None
    clock: Clock = field(default_factory=SystemClock)
