"""What is paid for: making a voice, and having a kept one speak. The price is agreed to first.

Each is written into the books before it leaves, sent once and never again by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from decimal import Decimal

from companion.speech.cache import FOLDER, SpeechCache
from companion.speech.events import Synthesize
from companion.speech.tts.closing import closing_chunks
from companion.speech.voices.account import VoicesAccount, on_disk
from companion.speech.voices.design_request import MadeVoice, VoiceDesign, check_design
from companion.speech.voices.designer import VoiceDesigner
from companion.speech.voices.making import written_down
from companion.speech.voices.offer import Offer, Step, offer_of, sample_cost, sample_text
from companion.speech.voices.speaking import designed_voice
from companion.speech.voices.voice_book import DesignedVoice, VoiceBook, check_name, with_voice
from companion.support.errors import CompanionError, Failure
from companion.support.loops import patiently

SAMPLE_DEADLINE_S = 30.0


async def make_voice(
    account: VoicesAccount,
    design: VoiceDesign,
    agreed: Offer,
    name: str = "",
    on_step: Callable[[Step], None] = lambda step: None,
    on_made: Callable[[MadeVoice], None] = lambda made: None,
) -> VoiceBook:
    """Make a voice and write it down, in the account that was in use when it began.

    Args:
        account: Whose voice.
        design: What is described.
        agreed: The offer that the player agreed to.
        name: It is kept under; empty leaves it without one.
        on_step: Told how far it is. Who cancels after SENT has paid.
        on_made: Given the voice as soon as it is there, also when writing fails.

    Returns:
        The book with the voice.

    Raises:
        CompanionError: SPEECH_VOICE_UNCERTAIN when it may exist all the same,
            SPEECH_VOICE_NOT_KEPT when it does and is not written down; any other code means that
            there is none and nothing was paid.
    """
    on_step(Step.LOOKING)
    check_design(design)
    if offer_of(await account.prices(), account.address, design.model) != agreed:
        raise CompanionError(Failure.SPEECH_OFFER_CHANGED)
    file = await account.file()
    name = check_name(await on_disk(file.read, "voices"), name) if name else ""
    designer = VoiceDesigner(await account.key(), account.address, account.meter())
    made = await designer.design(design, lambda: on_step(Step.SENT))
    on_step(Step.WRITING)
    on_made(made)
    voice = written_down(made, design, account.address, account.day(), name)
    try:
        return await on_disk(lambda: file.change(lambda b: with_voice(b, voice)), "voices")
    except CompanionError as error:
        detail = ", ".join(filter(None, (made.id, error.detail)))
        raise CompanionError(Failure.SPEECH_VOICE_NOT_KEPT, detail) from error


async def sample_voice(
    account: VoicesAccount, voice: DesignedVoice, agreed: Decimal | None
) -> bytes:
    """Have a kept voice say its sentence: one paid request, and none where the cache has it.

    Args:
        account: Whose voice.
        voice: Of the book.
        agreed: The price that the player agreed to; None when it is unpriced.

    Returns:
        24 kHz mono s16le.

    Raises:
        CompanionError: With the code that names the cause.
    """
    if sample_cost(voice, await account.prices()) != agreed:
        raise CompanionError(Failure.SPEECH_OFFER_CHANGED)
    settings, limit = account.settings, account.settings.speech_cache_mib << 20
    cache = SpeechCache(account.folder / FOLDER, limit) if limit else None
    await account.key()  # a keyring that nobody answers has its deadline there
    _, mouth = await patiently(
        lambda: designed_voice(voice, settings, account.secrets, account.meter(), cache), "keyring"
    )
    sound, request = bytearray(), Synthesize(sample_text(voice), voice.language or "en")
    try:
        async with (
            asyncio.timeout(SAMPLE_DEADLINE_S),
            closing_chunks(mouth.synthesize(request)) as chunks,
        ):
            async for chunk in chunks:
                sound += chunk
    except TimeoutError as error:
        raise CompanionError(Failure.SPEECH_SILENT) from error
    finally:
        await mouth.close()
    return bytes(sound)
