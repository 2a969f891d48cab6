"""Fixed phrases made before they are needed, when the player asked for it: no wait, no second bill.

Only phrases without a place in them are the same every time; they are in every voice's cache under
exactly what would be asked of the voice later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.language.ear import sentences
from companion.speech.cache import CachedSynthesizer
from companion.speech.events import Synthesize
from companion.speech.lexicon import Lexicon

FIXED = (
    "client.nothing_open",
    "client.back.none",
    "client.closed",
    "client.page.only",
    "client.page.first",
    "client.stopped",
    "client.nothing_runs",
    "client.nothing_to_repeat",
    "client.ask.dropped",
    "client.engine.back",
)
"""Keys of what the client says by itself, in the same words every time."""


def fixed_phrases(text: Callable[[str], str], language: str) -> tuple[str, ...]:
    """The phrases as a voice gets them, each sentence once.

    Args:
        text: Gives the words of a key.
        language: `en` or `zh`.
    """
    lexicon = Lexicon()
    said = (one for key in FIXED for one in sentences(text(key), language))
    return tuple(dict.fromkeys(lexicon.aloud(sentence, language) for sentence in said))


async def missing(
    voice: CachedSynthesizer, phrases: Sequence[str], language: str
) -> tuple[str, ...]:
    """Those that are not in the cache yet; nothing is asked of the voice."""
    return tuple([one for one in phrases if not await voice.keeps(Synthesize(one, language))])
