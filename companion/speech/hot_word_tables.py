"""Tables of hot words as the service knows them: listed and deleted with the vendor's package.

Nothing here is paid for, so its own repetitions do no harm. Every function blocks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.speech.vendor_service import VendorService
from companion.support.errors import RecognitionError

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
        self._service = VendorService(key, base_url, _load, RecognitionError)

    def list(self) -> tuple[HotWordTable, ...]:
        """All tables; an account may hold ten.

        Raises:
            RecognitionError: With the code that names the cause.
        """
        rows = self._service.ask(lambda service: service.list_vocabularies(None, 0, PAGE)) or ()
        names = ("vocabulary_id", "status", "gmt_create")
        return tuple(HotWordTable(*(str(row.get(name) or "") for name in names)) for row in rows)

    def delete(self, table: str) -> None:
        """Delete a table for good.

        Raises:
            RecognitionError: With the code that names the cause.
        """
        self._service.ask(lambda service: service.delete_vocabulary(table))


def _load() -> tuple[Callable[..., Any], type[Exception]]:
    from dashscope.audio.asr import VocabularyService
    from dashscope.audio.asr.vocabulary import VocabularyServiceException

    return VocabularyService, VocabularyServiceException
