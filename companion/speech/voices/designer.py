"""Making a voice: exactly one paid request, which is never sent again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import httpx

from companion.speech.cloud_http import one_shot_client
from companion.speech.dashscope_failures import detail_of, failure_of, read_refusal
from companion.speech.ledger.meter import FREE, Amount, Charge, Meter
from companion.speech.paid_trace import Leaving, PaidTrace
from companion.speech.tts.qwen_request import check_address, check_key
from companion.speech.voices.design_request import (
    PATH,
    MadeVoice,
    VoiceDesign,
    check_design,
    design_body,
    design_source,
    read_made,
)
from companion.support.errors import CompanionError, Failure, SynthesisError

ANSWER_TIMEOUT_S = 60.0
"""Designing takes many seconds."""
_FULL = ("Throttling.AllocationQuota", "maximum voice storage")


class VoiceDesigner:
    """Lives on one loop."""

    def __init__(
        self,
        key: str,
        base_url: str,
        meter: Meter = FREE,
        answer_timeout_s: float = ANSWER_TIMEOUT_S,
    ) -> None:
        """Store what is given; nothing goes online.

        Args:
            key: Of DashScope, bound to the region of the address.
            base_url: Where the voice will live.
            meter: The books; a design is counted and priced like speech.
            answer_timeout_s: How long the service may be silent.
        """
        self.source = design_source(base_url)
        self._key = key
        self._base_url = base_url
        self._meter = meter
        self._answer_timeout_s = answer_timeout_s

    async def design(
        self, design: VoiceDesign, on_left: Callable[[], None] = lambda: None
    ) -> MadeVoice:
        """Make a voice; the same words give another voice every time.

        Args:
            design: What is described.
            on_left: Told once the request leaves: from then on it is paid for, whoever stops
                waiting.

        Raises:
            SynthesisError: SPEECH_VOICE_UNCERTAIN when it may exist all the same; any other code
                means that there is none.
        """
        check_key(self._key)
        check_address(self._base_url)
        check_design(design)
        charge = Leaving(self._meter.charge(self.source, Amount()), on_left)
        try:
            status, body = await self._post(design, charge)
        except SynthesisError:
            raise
        except CompanionError as error:
            raise SynthesisError(error.failure, error.detail) from error
        except (httpx.HTTPError, TimeoutError, OSError, ValueError, ImportError) as error:
            if charge.has_left:
                raise SynthesisError(Failure.SPEECH_VOICE_UNCERTAIN, design.prefix) from error
            raise SynthesisError(Failure.SPEECH_UNREACHABLE, type(error).__name__) from error
        finally:
            charge.end(Amount(is_reported=True))
        if status != httpx.codes.OK:
            raise self._refused(status, body)
        return read_made(body, design)

    async def _post(self, design: VoiceDesign, charge: Charge) -> tuple[int, bytes]:
        async with (
            asyncio.timeout(self._answer_timeout_s),
            one_shot_client(self._answer_timeout_s) as client,
        ):
            answer = await client.post(
                f"{self._base_url.rstrip('/')}{PATH}",
                headers={
                    "Authorization": f"Bearer {self._key}",
                    "Content-Type": "application/json",
                },
                content=design_body(design),
                extensions={"trace": PaidTrace(charge).trace},
            )
            return answer.status_code, answer.content

    def _refused(self, status: int, body: bytes) -> SynthesisError:
        refusal = read_refusal(body, status)
        if refusal.code.startswith(_FULL[0]) or _FULL[1] in refusal.message.lower():
            return SynthesisError(Failure.SPEECH_VOICES_FULL, detail_of(refusal))
        return SynthesisError(failure_of(refusal, self._base_url, self._key), detail_of(refusal))
