"""Whether a refused key of DashScope belongs to another region: asked with a call that is free.

The service answers 401 for a wrong key and for a key of another region alike. Only the check in the
settings asks, since the key goes to another address of the same vendor for it.
"""

from __future__ import annotations

from collections.abc import Mapping

import httpx
import msgspec

from companion.speech.cloud_http import one_shot_client
from companion.speech.verify import Checked
from companion.speech.voices.design_request import PATH, SERVICE
from companion.support.errors import Failure

ADDRESSES: Mapping[str, str] = {
    "cn-beijing": "https://dashscope.aliyuncs.com/api/v1",
    "ap-southeast-1": "https://dashscope-intl.aliyuncs.com/api/v1",
}
"""Region to its shared address."""
ANSWER_TIMEOUT_S = 10.0


async def with_region(
    checked: Checked, key: str, base_url: str, addresses: Mapping[str, str] = ADDRESSES
) -> Checked:
    """The same outcome, or SPEECH_REGION_WRONG where another region takes the refused key.

    Args:
        checked: How the check went.
        key: That was refused.
        base_url: Where it was refused.
        addresses: Where to ask; the one that refused it is left out.
    """
    if checked.failure is not Failure.SPEECH_KEY_WRONG:
        return checked
    for region, address in addresses.items():
        if address != base_url.rstrip("/") and await _takes(key, address):
            return Checked(False, Failure.SPEECH_REGION_WRONG, region)
    return checked


async def _takes(key: str, address: str) -> bool:
    asked = {"action": "list_voice", "page_index": 0, "page_size": 1}
    try:
        async with one_shot_client(ANSWER_TIMEOUT_S) as client:
            answer = await client.post(
                f"{address}{PATH}",
                headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
                content=msgspec.json.encode({"model": SERVICE, "input": asked}),
            )
            return answer.status_code == httpx.codes.OK
    except (httpx.HTTPError, OSError, ValueError, ImportError):
        return False
