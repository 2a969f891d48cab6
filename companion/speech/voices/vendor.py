"""Voices as the service knows them: listed, looked at and deleted with the vendor's package.

Nothing here is paid for, so its own repetitions do no harm. Every function blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.speech.vendor_service import VendorService
from companion.support.errors import SynthesisError

PAGE = 100
MOST_PAGES = 20


@dataclass(frozen=True, slots=True)
class RemoteVoice:
    """A voice of the account.

    Attributes:
        id: The service's.
        status: `OK`, `DEPLOYING` or `UNDEPLOYED`.
        created: As the service writes it.
    """

    id: str
    status: str
    created: str


class VendorVoices:
    """The voices of one account in one region. Any thread; blocks."""

    def __init__(self, key: str, base_url: str) -> None:
        """Store what is given; nothing is imported.

        Args:
            key: Of DashScope.
            base_url: Of the region.
        """
        self._service = VendorService(key, base_url, _load, SynthesisError)

    def list(self, prefix: str = "") -> tuple[RemoteVoice, ...]:
        """All voices, or those of a prefix.

        Raises:
            SynthesisError: With the code that names the cause.
        """
        found: list[RemoteVoice] = []
        for page in range(MOST_PAGES):
            rows = self._page(prefix, page)
            found += [_voice(row) for row in rows if isinstance(row, dict)]
            if len(rows) < PAGE:
                break
        return tuple(found)

    def query(self, voice_id: str) -> dict[str, Any]:
        """What the service says of a voice.

        Raises:
            SynthesisError: With the code that names the cause.
        """
        return dict(self._service.ask(lambda service: service.query_voice(voice_id)))

    def delete(self, voice_id: str) -> None:
        """Delete a voice for good.

        Raises:
            SynthesisError: With the code that names the cause.
        """
        self._service.ask(lambda service: service.delete_voice(voice_id))

    def _page(self, prefix: str, page: int) -> Sequence[Any]:
        rows: Sequence[Any] = (
            self._service.ask(lambda s: s.list_voices(prefix or None, page, PAGE)) or ()
        )
        return rows


def _voice(row: dict[str, Any]) -> RemoteVoice:
    return RemoteVoice(*(str(row.get(name) or "") for name in ("voice_id", "status", "gmt_create")))


def _load() -> tuple[Callable[..., Any], type[Exception]]:
    from dashscope.audio.tts_v2 import VoiceEnrollmentException, VoiceEnrollmentService

    return VoiceEnrollmentService, VoiceEnrollmentException
