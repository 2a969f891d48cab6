"""Tokens when they are needed: one request at a time, kept in memory only."""

from __future__ import annotations

import asyncio
import logging
import uuid

import httpx

from companion.speech.asr.nls_account import NlsAccount, NlsEndpoints
from companion.speech.asr.nls_token import NlsToken, read_token, token_query
from companion.speech.cloud_http import one_shot_client
from companion.support.clock import Clock
from companion.support.errors import Failure, RecognitionError

logger = logging.getLogger(__name__)

TIMEOUT_S = 10.0
BACK_OFF_S = 5.0
"""Time without requests after the service said that there were too many."""


class NlsTokenSource:
    """Guards one account's token; lives on one loop.

    Asking is single-flight: whoever asks meanwhile waits, and finds the token there. A cancelled
    asker takes the request with it, and the next in line makes its own.
    """

    def __init__(self, account: NlsAccount, endpoints: NlsEndpoints, clock: Clock) -> None:
        self._account = account
        self._endpoints = endpoints
        self._clock = clock
        self._token: NlsToken | None = None
        self._asking = asyncio.Lock()
        self._quiet_until = float("-inf")

    async def token(self) -> NlsToken:
        """A token with at least two minutes of life, as far as the service gives such.

        Raises:
            RecognitionError: Keys, rights, clock, throttling or network; nothing was paid.
        """
        async with self._asking:
            if self._token and self._token.is_fresh(self._clock.wall()):
                return self._token
            if self._clock.monotonic() < self._quiet_until:
                raise RecognitionError(Failure.SPEECH_BUSY, "waiting after Throttling.User")
            self._token = None
            self._token = await self._ask()
            return self._token

    def drop(self) -> None:
        """Forget the token: the gateway refused it."""
        self._token = None

    async def _ask(self) -> NlsToken:
        status, body = await self._get()
        try:
            token = read_token(status, body)
        except RecognitionError as error:
            if error.failure is Failure.SPEECH_BUSY:
                self._quiet_until = self._clock.monotonic() + BACK_OFF_S
            raise
        logger.debug("new token, %.0f s of life", token.expires - self._clock.wall())
        return token

    async def _get(self) -> tuple[int, bytes]:
        query = token_query(
            self._account, self._endpoints.region_id, self._clock.wall(), uuid.uuid4().hex
        )
        try:
            async with asyncio.timeout(TIMEOUT_S), one_shot_client(TIMEOUT_S) as client:
                answer = await client.get(f"{self._endpoints.token_url}?{query}")
                return answer.status_code, answer.content
        except (httpx.ReadTimeout, TimeoutError) as error:
            raise RecognitionError(Failure.SPEECH_SILENT, "CreateToken") from error
        except (httpx.HTTPError, httpx.InvalidURL, ImportError, ValueError, OSError) as error:
            kind = type(error).__name__
            raise RecognitionError(Failure.SPEECH_UNREACHABLE, f"CreateToken: {kind}") from error
