"""Voices as the service knows them: listed, looked at and deleted with the vendor's package.

Nothing here is paid for, so its own repetitions do no harm. The package takes a second to import
and is imported when it is first asked; every function blocks: `patiently` runs them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.speech.dashscope_failures import Refusal, detail_of, failure_of
from companion.support.errors import Failure, SynthesisError

T = TypeVar("T")

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
        self._key = key
        self._base_url = base_url

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
        return dict(self._ask(lambda service: service.query_voice(voice_id)))

    def delete(self, voice_id: str) -> None:
        """Delete a voice for good.

        Raises:
            SynthesisError: With the code that names the cause.
        """
        self._ask(lambda service: service.delete_voice(voice_id))

    def _page(self, prefix: str, page: int) -> Sequence[Any]:
        rows: Sequence[Any] = self._ask(lambda s: s.list_voices(prefix or None, page, PAGE)) or ()
        return rows

    def _ask(self, question: Callable[[Any], T]) -> T:
        os.environ.setdefault("DASHSCOPE_DISABLE_SDK_HEADERS", "1")  # it names this process else
        try:
            from dashscope.audio.tts_v2 import VoiceEnrollmentException, VoiceEnrollmentService
        except ImportError as error:
            raise SynthesisError(Failure.VENDOR_PACKAGE_MISSING, "dashscope") from error
        # The address is given with each service: the package's own is one for the whole process.
        service = VoiceEnrollmentService(api_key=self._key, base_address=self._base_url)
        try:
            return question(service)
        except VoiceEnrollmentException as error:
            raise self._refused(error) from error
        except Exception as error:  # the package lets anything pass
            raise SynthesisError(Failure.SPEECH_UNREACHABLE, type(error).__name__) from error

    def _refused(self, error: Any) -> SynthesisError:
        said = (getattr(error, f"_{name}", "") for name in ("code", "error_message"))
        status = getattr(error, "_status_code", 0)  # the package gives no other way to it
        refusal = Refusal(int(status or 0), *(str(text or "") for text in said))
        failure = failure_of(refusal, self._base_url, self._key)
        return SynthesisError(failure, detail_of(refusal))


def _voice(row: dict[str, Any]) -> RemoteVoice:
    return RemoteVoice(*(str(row.get(name) or "") for name in ("voice_id", "status", "gmt_create")))
