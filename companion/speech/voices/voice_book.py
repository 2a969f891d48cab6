"""The voices of an account and who speaks with them: `system/voices/<UUID>.json`. Blocks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated
from uuid import UUID

import filelock
import msgspec

from companion.support.atomic import write_atomically
from companion.support.errors import CompanionError, Failure

MOST_BYTES = 4 << 20
LOCK_TIMEOUT_S = 5.0
MOST_NAME = 40
"""Characters of a name."""
Short = Annotated[str, msgspec.Meta(max_length=200)]


class DesignedVoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A voice that was made; another model, region or protocol cannot speak it.

    Attributes:
        id: The service's.
        model: That it was made for.
        base_url: Address of the region that it lives in.
        protocol: Id of the provider that speaks it.
        region: Named apart, so that a list can show it.
        language: Of the preview: `en` or `zh`.
        prompt: What was described.
        name: The player's; empty until the voice is kept.
        created: ISO date.
    """

    id: Short
    model: Short
    base_url: Short
    protocol: Short
    region: Short = ""
    language: Short = ""
    prompt: str = ""
    name: Short = ""
    created: Short = ""


class Binding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who speaks with which voice.

    Attributes:
        speaker: See `bindings.py`.
        language: `en` or `zh`; empty for every language.
        voice: Id of a designed voice.
    """

    speaker: Short
    voice: Short
    language: Short = ""


class VoiceBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All voices and bindings of an account."""

    voices: tuple[DesignedVoice, ...] = ()
    bindings: tuple[Binding, ...] = ()

    def find(self, wanted: str) -> DesignedVoice:
        """The voice of a name, else of an id.

        Raises:
            CompanionError: SPEECH_VOICE_UNKNOWN.
        """
        for matches in (
            [v for v in self.voices if v.name and v.name.casefold() == wanted.casefold()],
            [v for v in self.voices if v.id == wanted],
        ):
            if matches:
                return matches[0]
        raise CompanionError(Failure.SPEECH_VOICE_UNKNOWN, wanted)


def with_voice(book: VoiceBook, voice: DesignedVoice) -> VoiceBook:
    """The book with a voice; it takes the place of one of the same id."""
    return msgspec.structs.replace(book, voices=(*_without(book, voice.id), voice))


def named(book: VoiceBook, voice_id: str, name: str) -> VoiceBook:
    """The book with a voice kept under a name.

    Raises:
        CompanionError: SPEECH_VOICE_UNKNOWN; SPEECH_VOICE_NAME, see `check_name`.
    """
    voice = book.find(voice_id)
    others = msgspec.structs.replace(book, voices=_without(book, voice.id))
    return with_voice(book, msgspec.structs.replace(voice, name=check_name(others, name)))


def check_name(book: VoiceBook, name: str) -> str:
    """A name for a voice that is not in the book yet, trimmed.

    Raises:
        CompanionError: SPEECH_VOICE_NAME, it is empty, too long, or another's.
    """
    name = name.strip()
    taken = {voice.name.casefold() for voice in book.voices}
    if not name or len(name) > MOST_NAME or name.casefold() in taken:
        raise CompanionError(Failure.SPEECH_VOICE_NAME, f"“{name[:MOST_NAME]}”")
    return name


def without_voice(book: VoiceBook, voice_id: str) -> VoiceBook:
    """The book without a voice, and without the bindings to it."""
    return VoiceBook(
        _without(book, voice_id),
        tuple(b for b in book.bindings if b.voice != voice_id),
    )


def bound(book: VoiceBook, binding: Binding) -> VoiceBook:
    """The book with a binding; it takes the place of one of the same speaker and language.

    Raises:
        CompanionError: SPEECH_VOICE_UNKNOWN.
    """
    book.find(binding.voice)
    return _bindings(unbound(book, binding.speaker, binding.language), binding)


def unbound(book: VoiceBook, speaker: str, language: str = "") -> VoiceBook:
    """The book without a binding; one that is not there is no error."""
    rest = [b for b in book.bindings if (b.speaker, b.language) != (speaker, language)]
    return msgspec.structs.replace(book, bindings=tuple(rest))


def _without(book: VoiceBook, voice_id: str) -> tuple[DesignedVoice, ...]:
    return tuple(voice for voice in book.voices if voice.id != voice_id)


def _bindings(book: VoiceBook, binding: Binding) -> VoiceBook:
    return msgspec.structs.replace(book, bindings=(*book.bindings, binding))


class VoiceBookFile:
    """Guards one account's file. Any thread, but one at a time.

    Attributes:
        path: Where it is.
    """

    def __init__(self, folder: Path, account: UUID) -> None:
        """Store what is given; nothing is read.

        Args:
            folder: The player's configuration.
            account: Whose voices.
        """
        self.path = folder / "system" / "voices" / f"{account}.json"
        self._lock = filelock.FileLock(self.path.with_suffix(".lock"), timeout=LOCK_TIMEOUT_S)

    def read(self) -> VoiceBook:
        """The book as it is.

        Raises:
            CompanionError: SETTINGS_BROKEN; the file is kept as it is.
        """
        try:
            return msgspec.json.decode(self.path.read_bytes()[:MOST_BYTES], type=VoiceBook)
        except FileNotFoundError:
            return VoiceBook()
        except (OSError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
            detail = f"{self.path.name}: {type(error).__name__}"
            raise CompanionError(Failure.SETTINGS_BROKEN, detail) from error

    def change(self, change: Callable[[VoiceBook], VoiceBook]) -> VoiceBook:
        """Replace the book by what comes of it; on disk on return.

        Raises:
            CompanionError: SETTINGS_BROKEN, SETTINGS_NOT_SAVED, or what `change` raises;
                INVALID_INPUT for a book that could not be read again.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._lock:
                after = change(self.read())
                data = msgspec.json.format(msgspec.json.encode(after), indent=2)
                msgspec.json.decode(data, type=VoiceBook)
                write_atomically(self.path, data + b"\n")
                return after
        except msgspec.ValidationError as error:
            raise CompanionError(Failure.INVALID_INPUT, str(error)) from error
        except (OSError, filelock.Timeout) as error:
            raise CompanionError(Failure.SETTINGS_NOT_SAVED, type(error).__name__) from error
