"""The CreateToken request and its answer, as values. `nls_token_source.py` does the calling."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Any

import msgspec

from companion.speech.asr.aliyun_signature import canonical, percent_encoded, signature
from companion.speech.asr.nls_account import NlsAccount
from companion.support.errors import Failure, RecognitionError

MIN_LIFE_S = 120.0
"""A token with less life left is fetched anew when one is needed."""

_NO_PERMISSION = 40020503
_HINT = "grant AliyunNLSFullAccess and activate NLS"

_CODES = (
    ("InvalidAccessKeyId", Failure.SPEECH_KEY_WRONG),
    ("SignatureDoesNotMatch", Failure.SPEECH_KEY_WRONG),
    ("InvalidTimeStamp", Failure.SPEECH_CLOCK_WRONG),
    ("Forbidden", Failure.SPEECH_NO_PERMISSION),
    ("NoPermission", Failure.SPEECH_NO_PERMISSION),
    ("Throttling", Failure.SPEECH_BUSY),
)
"""First matching beginning of the answer's `Code`; anything else is the service's own trouble."""


@dataclass(frozen=True, slots=True)
class NlsToken:
    """A pass for the gateway, good for many utterances.

    Attributes:
        id: Secret; not in `repr`.
        expires: Wall clock, seconds since 1970.
    """

    id: str = field(repr=False)
    expires: float

    def is_fresh(self, wall: float) -> bool:
        """Whether it may still be used at a time of the wall clock."""
        return self.expires - wall >= MIN_LIFE_S


def token_query(account: NlsAccount, region_id: str, wall: float, nonce: str) -> str:
    """The signed query of a GET request.

    Args:
        account: Whose token.
        region_id: `RegionId` of the API.
        wall: Now, seconds since 1970; the service accepts about 15 minutes of error.
        nonce: Unique per request.
    """
    now = datetime.datetime.fromtimestamp(wall, datetime.UTC)
    parameters = {
        "AccessKeyId": account.key_id,
        "Action": "CreateToken",
        "Format": "JSON",
        "RegionId": region_id,
        "SignatureMethod": "HMAC-SHA1",
        "SignatureNonce": nonce,
        "SignatureVersion": "1.0",
        "Timestamp": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "Version": "2019-02-28",
    }
    signed = signature("GET", parameters, account.key_secret)
    return f"{canonical(parameters)}&Signature={percent_encoded(signed)}"


def read_token(status: int, body: bytes) -> NlsToken:
    """Read the answer to CreateToken.

    Args:
        status: Of HTTP. A 200 may still be a refusal.
        body: JSON.

    Raises:
        RecognitionError: With the code that names the cause.
    """
    answer = _object(body)
    token = answer.get("Token")
    if status == 200 and isinstance(token, dict):
        return _token(token)
    code = str(answer.get("Code", ""))
    for beginning, failure in _CODES:
        if code.startswith(beginning):
            raise RecognitionError(failure, _HINT if "permission" in failure else code)
    if answer.get("ErrCode") == _NO_PERMISSION or status == 403:
        raise RecognitionError(Failure.SPEECH_NO_PERMISSION, _HINT)
    detail = code or str(answer.get("ErrMsg", "")) or "no token in the answer"
    raise RecognitionError(Failure.SPEECH_SERVICE_ERROR, f"CreateToken {status}: {detail}"[:120])


def _token(token: dict[str, Any]) -> NlsToken:
    value, expires = token.get("Id"), token.get("ExpireTime")
    if isinstance(value, str) and value and isinstance(expires, int | float):
        return NlsToken(value, float(expires))
    raise RecognitionError(Failure.SPEECH_SERVICE_ERROR, "CreateToken: a token without id or end")


def _object(body: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return {}
