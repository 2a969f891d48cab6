"""Tables of hot words as the service knows them: listed and deleted with the vendor's package.

Nothing here is paid for, so its own repetitions do no harm. The package takes a second to import
and is imported when it is first asked; every function blocks.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.speech.dashscope_failures import Refusal, detail_of, failure_of
from companion.support.errors import Failure, RecognitionError

T = TypeVar("T")

PAGE = 100


@dataclass(frozen=True, slots=True)
class HotWordTable:
    """A table of the account.

    Attributes:
        id: The service's.
        status: `OK`, or what it is still doing.
        created: As the service writes it.
    """

    id: str
    status: str
    created: str


class HotWordTables:
    """The tables of one account in one region. Any thread; blocks."""

    def __init__(self, key: str, base_url: str) -> None:
        """Store what is given; nothing is imported.

        Args:
            key: Of DashScope.
            base_url: Of the region.
        """
        self._key = key
        self._base_url = base_url

    def list(self) -> tuple[HotWordTable, ...]:
        """All tables; an account may hold ten.

        Raises:
            RecognitionError: With the code that names the cause.
        """
        rows = self._ask(lambda service: service.list_vocabularies(None, 0, PAGE)) or ()
        names = ("vocabulary_id", "status", "gmt_create")
        return tuple(HotWordTable(*(str(row.get(name) or "") for name in names)) for row in rows)

    def delete(self, table: str) -> None:
        """Delete a table for good.

        Raises:
            RecognitionError: With the code that names the cause.
        """
        self._ask(lambda service: service.delete_vocabulary(table))

    def _ask(self, question: Callable[[Any], T]) -> T:
        os.environ.setdefault("DASHSCOPE_DISABLE_SDK_HEADERS", "1")  # it names this process else
        try:
            from dashscope.audio.asr import VocabularyService
            from dashscope.audio.asr.vocabulary import VocabularyServiceException
        except ImportError as error:
            raise RecognitionError(Failure.VENDOR_PACKAGE_MISSING, "dashscope") from error
        service = VocabularyService(api_key=self._key, base_address=self._base_url)
        try:
            return question(service)
        except VocabularyServiceException as error:
            raise self._refused(error) from error
        except Exception as error:  # the package lets anything pass
            raise RecognitionError(Failure.SPEECH_UNREACHABLE, type(error).__name__) from error

    def _refused(self, error: Any) -> RecognitionError:
        said = (getattr(error, f"_{name}", "") for name in ("code", "error_message"))
        status = getattr(error, "_status_code", 0)  # the package gives no other way to it
        refusal = Refusal(int(status or 0), *(str(text or "") for text in said))
        return RecognitionError(failure_of(refusal, self._base_url, self._key), detail_of(refusal))
