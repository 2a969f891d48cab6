"""Questions put to a service of the vendor's package; what goes wrong is told as our own errors.

Only for what is not paid for: the package repeats requests by itself. It takes a second to import
and is imported when it is first asked; every question blocks: `patiently` asks it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

from companion.speech.dashscope_failures import Refusal, detail_of, failure_of
from companion.support.errors import CompanionError, Failure

T = TypeVar("T")

Load = Callable[[], tuple[Callable[..., Any], type[Exception]]]
"""Imports what makes the service and what it raises when it is refused."""


class VendorService:
    """One service for one account in one region. Any thread; blocks."""

    def __init__(self, key: str, base_url: str, load: Load, error: type[CompanionError]) -> None:
        """Store what is given; nothing is imported.

        Args:
            key: Of DashScope.
            base_url: Of the region.
            load: See `Load`.
            error: Our class for everything that goes wrong.
        """
        self._key = key
        self._base_url = base_url
        self._load = load
        self._error = error

    def ask(self, question: Callable[[Any], T]) -> T:
        """Put a question to the service.

        Raises:
            CompanionError: Of the class that was given, with the code that names the cause.
        """
        os.environ.setdefault("DASHSCOPE_DISABLE_SDK_HEADERS", "1")  # it names this process else
        try:
            make, refused = self._load()
        except ImportError as error:
            raise self._error(Failure.VENDOR_PACKAGE_MISSING, "dashscope") from error
        # The address is given with each service: the package's own is one for the whole process.
        service = make(api_key=self._key, base_address=self._base_url)
        try:
            return question(service)
        except refused as error:
            raise self._refused(error) from error
        except Exception as error:  # the package lets anything pass
            raise self._error(Failure.SPEECH_UNREACHABLE, type(error).__name__) from error

    def _refused(self, error: Exception) -> CompanionError:
        said = (getattr(error, f"_{name}", "") for name in ("code", "error_message"))
        status = getattr(error, "_status_code", 0)  # the package gives no other way to it
        refusal = Refusal(int(status or 0), *(str(text or "") for text in said))
        return self._error(failure_of(refusal, self._base_url, self._key), detail_of(refusal))
