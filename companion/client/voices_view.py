"""What the page of voices shows and what may be asked there: values in, values out. Pure."""

from __future__ import annotations

from companion.client.state import ClientState
from companion.client.voices_state import (
    BindingRow,
    Place,
    SpeakerKind,
    VoiceRow,
    VoicesState,
    Wish,
)
from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.message import NarrationOutput
from companion.speech.voices.bindings import character, named_by
from companion.speech.voices.design_request import MOST_PREVIEW, MOST_PROMPT, VoiceDesign
from companion.speech.voices.making import PREFIX, region_of
from companion.speech.voices.offer import sample_cost
from companion.speech.voices.vendor import RemoteVoice
from companion.speech.voices.voice_book import (
    MOST_NAME,
    Binding,
    DesignedVoice,
    VoiceBook,
    check_name,
)
from companion.support.errors import CompanionError


def voice_rows(state: VoicesState) -> tuple[VoiceRow, ...]:
    """Voices that are written down, the newest first, then those found at the service."""
    known = state.book.voices if state.book else ()
    remote = {voice.id: voice for voice in state.remote or ()}
    rows = [_row(voice, state, remote.get(voice.id)) for voice in known[::-1]]
    ours = {voice.id for voice in known}
    region = region_of(state.offer.address) if state.offer else ""
    found = [
        VoiceRow(v.id, "", "", "", region, "", v.created[:10], Place.FOUND, _status(v))
        for v in remote.values()
        if v.id not in ours
    ]
    return (*rows, *found)


def binding_rows(book: VoiceBook) -> tuple[BindingRow, ...]:
    """Who speaks with which voice, in the order of the list of speakers."""
    names = {voice.id: voice.name or voice.id for voice in book.voices}
    order = list(SpeakerKind)
    rows = [
        BindingRow(b.speaker, _kind(b.speaker), named_by(b.speaker), b.language, names[b.voice])
        for b in book.bindings
        if b.voice in names
    ]
    return tuple(sorted(rows, key=lambda row: (_place_of(row.kind, order), row.who, row.language)))


def fault_of(wish: Wish, book: VoiceBook) -> Phrase | None:
    """What is still missing before it may be made; None when nothing is."""
    if not wish.prompt.strip():
        return phrase("ui.voices.fault.prompt")
    if len(wish.prompt.strip()) > MOST_PROMPT:
        return phrase("ui.voices.fault.prompt_long", most=str(MOST_PROMPT))
    if fault := name_fault(wish.name, book):
        return fault
    if not 0 < len(wish.preview.strip()) <= MOST_PREVIEW:
        return phrase("ui.voices.fault.preview", most=str(MOST_PREVIEW))
    return None


def name_fault(name: str, book: VoiceBook) -> Phrase | None:
    """Why a voice cannot be kept under a name; None when it can."""
    if not name.strip():
        return phrase("ui.voices.fault.name")
    try:
        check_name(book, name)
    except CompanionError:
        return phrase("ui.voices.fault.name_taken", most=str(MOST_NAME))
    return None


def design_of(wish: Wish, model: str) -> VoiceDesign:
    """The request of a wish."""
    return VoiceDesign(wish.prompt.strip(), wish.preview.strip(), PREFIX, model, wish.language)


def speaker_of(kind: SpeakerKind, who: str) -> str:
    """The speaker as bindings name it; empty where a named character has no name yet."""
    if kind is not SpeakerKind.NAMED:
        return kind.value
    return character(who.strip()) if who.strip() else ""


def characters_in(state: ClientState, book: VoiceBook | None) -> tuple[str, ...]:
    """Characters that told something in this conversation or have a voice, by name."""
    told = [card.data.speaker for card in state.cards if isinstance(card.data, NarrationOutput)]
    have = [named_by(binding.speaker) for binding in book.bindings] if book else []
    return tuple(sorted({name for name in (*told, *have) if name}))


def choosable(book: VoiceBook) -> tuple[tuple[str, str], ...]:
    """Voices that can be bound: name and id, in the order of their names."""
    pairs = [(voice.name or voice.id, voice.id) for voice in book.voices]
    return tuple(sorted(pairs, key=lambda pair: pair[0].casefold()))


def binding_of(kind: SpeakerKind, who: str, voice: str, language: str) -> Binding | None:
    """The binding that was put together; None while something is missing."""
    speaker = speaker_of(kind, who)
    return Binding(speaker, voice, language) if speaker and voice else None


def _row(voice: DesignedVoice, state: VoicesState, remote: RemoteVoice | None) -> VoiceRow:
    place = _place(voice, state)
    return VoiceRow(
        voice.id,
        voice.name,
        voice.prompt,
        voice.model,
        voice.region or region_of(voice.base_url),
        voice.language,
        voice.created,
        place,
        _status(remote),
        sample_cost(voice, state.prices) if state.prices else None,
        can_be_heard=place is not Place.GONE,
    )


def _place(voice: DesignedVoice, state: VoicesState) -> Place:
    if state.remote is None or state.offer is None:
        return Place.UNASKED
    if voice.base_url != state.offer.address:
        return Place.ELSEWHERE
    is_there = any(remote.id == voice.id for remote in state.remote)
    return Place.BOTH if is_there else Place.GONE


def _status(remote: RemoteVoice | None) -> str:
    return remote.status if remote and remote.status != "OK" else ""


def _kind(speaker: str) -> str:
    return SpeakerKind.NAMED.value if named_by(speaker) else speaker


def _place_of(kind: str, order: list[SpeakerKind]) -> int:
    return next((at for at, one in enumerate(order) if one.value == kind), len(order))
