"""Who calls NLS, and where. A new region: a line in `_REGIONS`."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field

from companion.support.errors import Failure, RecognitionError


@dataclass(frozen=True, slots=True)
class NlsAccount:
    """An AccessKey pair and a project; key and secret stay out of `repr`.

    Attributes:
        key_id: AccessKey id of a RAM user with the policy `AliyunNLSFullAccess`.
        key_secret: Its secret.
        app_key: The project; language and dialect are chosen for it in the console.
    """

    key_id: str = field(repr=False)
    key_secret: str = field(repr=False)
    app_key: str


@dataclass(frozen=True, slots=True)
class NlsEndpoints:
    """Addresses of one region.

    Attributes:
        token_url: Where tokens are made; HTTPS, although the vendor's own client uses HTTP.
        gateway_url: The WebSocket gateway.
        region_id: What `CreateToken` calls the region.
    """

    token_url: str
    gateway_url: str
    region_id: str


_CHINA_TOKEN = "https://nls-meta.cn-shanghai.aliyuncs.com/"
_REGIONS = {
    "cn-shanghai": (_CHINA_TOKEN, "cn-shanghai"),
    "cn-beijing": (_CHINA_TOKEN, "cn-shanghai"),
    "cn-shenzhen": (_CHINA_TOKEN, "cn-shanghai"),
    "ap-southeast-1": ("https://nlsmeta.ap-southeast-1.aliyuncs.com/", "ap-southeast-1"),
}
"""Region of the project to token address and `RegionId`; mainland projects share one."""


def nls_endpoints(region: str) -> NlsEndpoints:
    """The addresses of a region.

    Raises:
        RecognitionError: SPEECH_SETTING_WRONG, naming the nearest region.
    """
    if region not in _REGIONS:
        near = difflib.get_close_matches(region, _REGIONS, 1, 0.0)[0]
        raise RecognitionError(Failure.SPEECH_SETTING_WRONG, f"nls_region {region!r}, not {near!r}")
    token_url, region_id = _REGIONS[region]
    gateway = f"wss://nls-gateway-{region}.aliyuncs.com/ws/v1"
    return NlsEndpoints(token_url, gateway, region_id)
