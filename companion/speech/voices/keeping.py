"""What is free: voices listed, named, bound and deleted, here and at the service."""

from __future__ import annotations

from collections.abc import Callable

from companion.speech.voices.account import VoicesAccount, at_service, on_disk
from companion.speech.voices.bindings import check_speaker
from companion.speech.voices.making import adopted
from companion.speech.voices.vendor import RemoteVoice
from companion.speech.voices.voice_book import (
    Binding,
    DesignedVoice,
    VoiceBook,
    bound,
    check_name,
    named,
    unbound,
    with_voice,
    without_voice,
)
from companion.support.errors import CompanionError, Failure


async def read_book(account: VoicesAccount) -> VoiceBook:
    """The voices that are written down.

    Raises:
        CompanionError: SETTINGS_BROKEN or STORAGE_UNAVAILABLE.
    """
    return await on_disk((await account.file()).read, "voices")


async def list_remote(account: VoicesAccount) -> tuple[RemoteVoice, ...]:
    """The voices at the service, in the region of the settings.

    Raises:
        CompanionError: With the code that names the cause.
    """
    vendor = await account.vendor()
    return await at_service(vendor.list, Failure.SPEECH_VOICES_SILENT)


async def keep_voice(account: VoicesAccount, wanted: str, name: str) -> VoiceBook:
    """Keep a voice under a name.

    Args:
        account: Whose voice.
        wanted: Its name or id.
        name: The new name.

    Raises:
        CompanionError: SPEECH_VOICE_UNKNOWN, SPEECH_VOICE_NAME, or the disk's.
    """
    return await _change(account, lambda book: named(book, wanted, name))


async def adopt_voice(account: VoicesAccount, voice_id: str, name: str) -> VoiceBook:
    """Write down a voice that is at the service only, such as one whose answer was lost.

    Raises:
        CompanionError: With the code that names the cause.
    """
    name = check_name(await read_book(account), name)
    vendor, address = await account.vendor(), account.address
    said = await at_service(lambda: vendor.query(voice_id), Failure.SPEECH_VOICES_SILENT)
    model, created = (str(said.get(field) or "") for field in ("target_model", "gmt_create"))
    voice = adopted(voice_id, model or account.settings.qwen_audio_model, address, created, name)
    return await _change(account, lambda book: with_voice(book, voice))


async def delete_voice(
    account: VoicesAccount, wanted: str, *, only_here: bool = False
) -> VoiceBook:
    """Delete a voice: first at its service, then here.

    Args:
        account: Whose voice.
        wanted: Its name or id; of one that is at the service only its id.
        only_here: Leave it at the service.

    Raises:
        CompanionError: SPEECH_DELETION_UNCERTAIN when the service did not answer, else the code
            that names the cause; in either case it is still here.
    """
    book = await read_book(account)
    known = book.find(wanted) if only_here else _known(book, wanted)
    voice_id = known.id if known else wanted
    if not only_here:
        vendor = await account.vendor(known.base_url if known else "")
        await at_service(lambda: vendor.delete(voice_id), Failure.SPEECH_DELETION_UNCERTAIN)
    return await _change(account, lambda b: without_voice(b, voice_id)) if known else book


async def bind_voice(
    account: VoicesAccount, speaker: str, wanted: str, language: str = ""
) -> VoiceBook:
    """Let a speaker speak with a voice, from the next sentence on.

    Raises:
        CompanionError: INVALID_INPUT for no such speaker, SPEECH_VOICE_UNKNOWN, or the disk's.
    """
    check_speaker(speaker)
    return await _change(account, lambda b: bound(b, Binding(speaker, b.find(wanted).id, language)))


async def unbind_voice(account: VoicesAccount, speaker: str, language: str = "") -> VoiceBook:
    """Let a speaker speak with the voice of the settings.

    Raises:
        CompanionError: INVALID_INPUT for no such speaker, or the disk's.
    """
    check_speaker(speaker)
    return await _change(account, lambda b: unbound(b, speaker, language))


def _known(book: VoiceBook, wanted: str) -> DesignedVoice | None:
    try:
        return book.find(wanted)
    except CompanionError:
        return None


async def _change(account: VoicesAccount, change: Callable[[VoiceBook], VoiceBook]) -> VoiceBook:
    file = await account.file()
    return await on_disk(lambda: file.change(change), "voices")
