"""Tables of hot words at DashScope: words that its recognition then prefers. One request makes one.

A table is made for one model and lives at the service under an id, which the settings hold as
`dashscope_vocabulary`. Tables of NLS are made in its console only; the settings hold their ids.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import httpx
import msgspec

from companion.speech.cloud_http import one_shot_client
from companion.speech.dashscope_failures import detail_of, failure_of, read_refusal
from companion.speech.ledger.meter import Charge, FreeCharge
from companion.speech.paid_trace import Leaving, PaidTrace
from companion.support.errors import CompanionError, Failure, RecognitionError

PATH = "/services/audio/asr/customization"
SERVICE = "speech-biasing"
MOST_WORDS = 500
MOST_CHARACTERS = 60
WEIGHT = 4
"""Of 1 to 5; what the vendor recommends to begin with."""
PREFIX = "companion"
ANSWER_TIMEOUT_S = 30.0


def usable(words: Sequence[str]) -> tuple[str, ...]:
    """Words that a table may hold, each once, in their order.

    Raises:
        RecognitionError: SPEECH_SETTING_WRONG when none is left, or too many are.
    """
    found = tuple(
        dict.fromkeys(w for word in words if 0 < len(w := word.strip()) <= MOST_CHARACTERS)
    )
    if not 0 < len(found) <= MOST_WORDS:
        detail = f"1 to {MOST_WORDS} words of at most {MOST_CHARACTERS} characters"
        raise RecognitionError(Failure.SPEECH_SETTING_WRONG, detail)
    return found


def table_body(words: Sequence[str], model: str, language: str, prefix: str = PREFIX) -> bytes:
    """The JSON of the request; words are `usable` ones."""
    rows = [{"text": word, "weight": WEIGHT, "lang": language} for word in words]
    asked = {
        "action": "create_vocabulary",
        "target_model": model,
        "prefix": prefix,
        "vocabulary": rows,
    }
    return msgspec.json.encode({"model": SERVICE, "input": asked, "parameters": {}})


class HotWordMaker:
    """Makes a table, once. Lives on one loop."""

    def __init__(self, key: str, base_url: str, answer_timeout_s: float = ANSWER_TIMEOUT_S) -> None:
        """Store what is given; nothing goes online.

        Args:
            key: Of DashScope, bound to the region of the address.
            base_url: Where recognition is asked.
            answer_timeout_s: How long the service may be silent.
        """
        self._key = key
        self._base_url = base_url
        self._answer_timeout_s = answer_timeout_s

    async def make(self, words: Sequence[str], model: str, language: str) -> str:
        """Make a table; its id. Never repeated by itself.

        Raises:
            RecognitionError: SPEECH_HOT_WORDS_UNCERTAIN when it may exist all the same; any other
                code means that there is none.
        """
        body, leaving = table_body(usable(words), model, language), Leaving(FreeCharge())
        try:
            async with asyncio.timeout(self._answer_timeout_s):
                status, answer = await self._post(body, leaving)
        except CompanionError as error:
            raise RecognitionError(error.failure, error.detail) from error
        except (httpx.HTTPError, TimeoutError, OSError, ValueError, ImportError) as error:
            if leaving.has_left:
                raise RecognitionError(Failure.SPEECH_HOT_WORDS_UNCERTAIN, PREFIX) from error
            raise RecognitionError(Failure.SPEECH_UNREACHABLE, type(error).__name__) from error
        if status != httpx.codes.OK:
            refusal = read_refusal(answer, status)
            failure = failure_of(refusal, self._base_url, self._key)
            raise RecognitionError(failure, detail_of(refusal))
        return _id_of(answer)

    async def _post(self, body: bytes, charge: Charge) -> tuple[int, bytes]:
        headers = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"}
        async with one_shot_client(self._answer_timeout_s) as client:
            answer = await client.post(
                f"{self._base_url.rstrip('/')}{PATH}",
                headers=headers,
                content=body,
                extensions={"trace": PaidTrace(charge).trace},
            )
            return answer.status_code, answer.content


def _id_of(answer: bytes) -> str:
    try:
        table = msgspec.json.decode(answer, type=dict[str, Any])["output"]["vocabulary_id"]
    except (msgspec.DecodeError, RecursionError, KeyError, TypeError) as error:
        raise RecognitionError(Failure.SPEECH_HOT_WORDS_UNCERTAIN, PREFIX) from error
    if not (isinstance(table, str) and table):
        raise RecognitionError(Failure.SPEECH_HOT_WORDS_UNCERTAIN, PREFIX)
    return table
