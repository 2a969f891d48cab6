"""CreateToken: recomputes every signature on its own and answers as the service does."""

from __future__ import annotations

import asyncio
import base64
import datetime
import enum
import hashlib
import hmac
import secrets
import time
import urllib.parse
from collections import deque
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from tests.gateway.http_wire import Request, json_response
from tests.gateway.record import Record

CLOCK_TOLERANCE_S = 15 * 60


class TokenTrouble(enum.Enum):
    """How a request is answered that would be fine."""

    NONE = enum.auto()
    NO_PERMISSION = enum.auto()
    THROTTLED = enum.auto()
    CUT = enum.auto()
    STALL = enum.auto()
    NO_JSON = enum.auto()


@dataclass
class TokenEndpoint:
    """Guards the account, the tokens made, and the nonces seen."""

    record: Record
    key_id: str
    key_secret: str
    life_s: float = 24 * 3600
    plan: deque[TokenTrouble] = field(default_factory=deque)
    """Taken one a request; nothing left means no trouble."""
    valid: set[str] = field(default_factory=set)
    stalled: asyncio.Event = field(default_factory=asyncio.Event)
    """A request waits for an answer that will not come."""
    _nonces: set[str] = field(default_factory=set)

    async def serve(self, request: Request, writer: asyncio.StreamWriter) -> None:
        self.record.token_requests += 1
        trouble = self.plan.popleft() if self.plan else TokenTrouble.NONE
        match trouble:
            case TokenTrouble.CUT:
                writer.transport.abort()
            case TokenTrouble.STALL:
                self.stalled.set()
                await asyncio.Event().wait()
            case TokenTrouble.NO_JSON:
                writer.write(json_response(200, "<html>hotel</html>"))
            case _:
                status, body = self._answer(request, trouble)
                writer.write(json_response(status, body))

    def _answer(self, request: Request, trouble: TokenTrouble) -> tuple[int, dict[str, object]]:
        form = parse_qsl(request.body.decode(), keep_blank_values=True)
        parameters = dict(request.query) | dict(form)
        if refused := self._refusal(request.method, parameters):
            return refused
        if trouble is TokenTrouble.THROTTLED:
            return 503, _error("Throttling.User", "Request was denied due to user flow control.")
        if trouble is TokenTrouble.NO_PERMISSION:
            return 200, {"ErrMsg": "No permission!", "ErrCode": 40020503, "NlsRequestId": "n"}
        return 200, {"ErrMsg": "", "NlsRequestId": "n", "RequestId": "r", "Token": self._token()}

    def _refusal(self, method: str, given: dict[str, str]) -> tuple[int, dict[str, object]] | None:
        wanted = {"Action": "CreateToken", "Version": "2019-02-28", "SignatureVersion": "1.0"}
        for name, value in (wanted | {"SignatureMethod": "HMAC-SHA1", "Format": "JSON"}).items():
            if given.get(name) != value:
                self.record.violate(f"CreateToken: {name} is {given.get(name)!r}")
        if given.get("AccessKeyId") != self.key_id:
            return 404, _error("InvalidAccessKeyId.NotFound", "Specified access key is not found.")
        if abs(_timestamp(given.get("Timestamp", "")) - time.time()) > CLOCK_TOLERANCE_S:  # noqa: TID251
            return 400, _error("InvalidTimeStamp.Expired", "Specified time stamp is expired.")
        to_sign = _string_to_sign(method, given)
        if given.get("Signature") != _signed(to_sign, self.key_secret):
            said = f"Specified signature is not matched. server string to sign is:{to_sign}"
            return 400, _error("SignatureDoesNotMatch", said)
        nonce = given.get("SignatureNonce", "")
        if nonce in self._nonces:
            self.record.violate("CreateToken: a nonce came twice")
        self._nonces.add(nonce)
        return None

    def _token(self) -> dict[str, object]:
        token = secrets.token_hex(16)
        self.valid.add(token)
        self.record.tokens_made += 1
        expires = int(time.time() + self.life_s)  # noqa: TID251 - what the client's clock is held to
        return {"Id": token, "ExpireTime": expires, "UserId": "1"}


def _string_to_sign(method: str, given: dict[str, str]) -> str:
    def encoded(text: str) -> str:
        return urllib.parse.quote(text, safe="-_.~")

    rest = sorted((name, value) for name, value in given.items() if name != "Signature")
    joined = "&".join(f"{encoded(name)}={encoded(value)}" for name, value in rest)
    return "&".join((method, encoded("/"), encoded(joined)))


def _signed(text: str, secret: str) -> str:
    mac = hmac.new((secret + "&").encode(), text.encode(), hashlib.sha1)
    return base64.b64encode(mac.digest()).decode()


def _timestamp(text: str) -> float:
    try:
        return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S%z").timestamp()
    except ValueError:
        return 0.0


def _error(code: str, message: str) -> dict[str, object]:
    return {"RequestId": "r", "HostId": "h", "Code": code, "Message": message, "Recommend": ""}
