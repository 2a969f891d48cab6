from __future__ import annotations

import json

import pytest

from companion.speech.asr.nls_account import NlsAccount, nls_endpoints
from companion.speech.asr.nls_token import NlsToken, read_token, token_query
from companion.support.errors import Failure, RecognitionError

ACCOUNT = NlsAccount("testid", "testsecret", "app")
GOOD = {"ErrMsg": "", "Token": {"ExpireTime": 1527592757, "Id": "124fc752", "UserId": "1"}}


def test_the_query_carries_the_documented_signature() -> None:
    nonce = "3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf"
    query = token_query(ACCOUNT, "cn-shanghai", 1796026530.0, nonce)
    assert "Timestamp=2026-11-30T08%3A15%3A30Z" in query
    assert query.endswith("&Signature=bS5yRCW%2Bz7qdKm6zugdYGq%2Ft9Kc%3D")


def test_a_good_answer_gives_token_and_end() -> None:
    token = read_token(200, json.dumps(GOOD).encode())
    assert (token.id, token.expires) == ("124fc752", 1527592757.0)


@pytest.mark.parametrize(
    ("status", "answer", "failure"),
    [
        (404, {"Code": "InvalidAccessKeyId.NotFound"}, Failure.SPEECH_KEY_WRONG),
        (403, {"Code": "InvalidAccessKeyId.Inactive"}, Failure.SPEECH_KEY_WRONG),
        (400, {"Code": "SignatureDoesNotMatch"}, Failure.SPEECH_KEY_WRONG),
        (400, {"Code": "IncompleteSignature"}, Failure.SPEECH_SERVICE_ERROR),
        (400, {"Code": "InvalidTimeStamp.Expired"}, Failure.SPEECH_CLOCK_WRONG),
        (400, {"Code": "InvalidTimeStamp.Format"}, Failure.SPEECH_CLOCK_WRONG),
        (403, {"Code": "Forbidden.RAM"}, Failure.SPEECH_NO_PERMISSION),
        (403, {}, Failure.SPEECH_NO_PERMISSION),
        (
            200,
            {"ErrMsg": "No permission!", "ErrCode": 40020503},
            Failure.SPEECH_NO_PERMISSION,
        ),
        (503, {"Code": "Throttling.User"}, Failure.SPEECH_BUSY),
        (500, {"Code": "InternalError"}, Failure.SPEECH_SERVICE_ERROR),
        (200, {}, Failure.SPEECH_SERVICE_ERROR),
        (200, {"Token": {"Id": "", "ExpireTime": 1}}, Failure.SPEECH_SERVICE_ERROR),
        (200, {"Token": {"Id": "a", "ExpireTime": "1"}}, Failure.SPEECH_SERVICE_ERROR),
        (200, {"Token": "a"}, Failure.SPEECH_SERVICE_ERROR),
    ],
)
def test_every_refusal_has_its_code(
    status: int, answer: dict[str, object], failure: Failure
) -> None:
    with pytest.raises(RecognitionError) as refused:
        read_token(status, json.dumps(answer).encode())
    assert refused.value.failure is failure


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b"\xff", b"[" * 9000], ids=repr)
def test_what_is_no_answer_is_the_services_error(body: bytes) -> None:
    with pytest.raises(RecognitionError) as refused:
        read_token(200, body)
    assert refused.value.failure is Failure.SPEECH_SERVICE_ERROR


def test_secrets_do_not_show() -> None:
    shown = repr(ACCOUNT) + repr(NlsToken("canary", 1.0))
    assert [word for word in ("testid", "testsecret", "canary") if word in shown] == []


@pytest.mark.parametrize(
    ("region", "token_host", "gateway_host"),
    [
        ("cn-shanghai", "nls-meta.cn-shanghai", "nls-gateway-cn-shanghai"),
        ("cn-beijing", "nls-meta.cn-shanghai", "nls-gateway-cn-beijing"),
        ("ap-southeast-1", "nlsmeta.ap-southeast-1", "nls-gateway-ap-southeast-1"),
    ],
)
def test_a_region_has_its_addresses(region: str, token_host: str, gateway_host: str) -> None:
    endpoints = nls_endpoints(region)
    assert endpoints.token_url == f"https://{token_host}.aliyuncs.com/"
    assert endpoints.gateway_url == f"wss://{gateway_host}.aliyuncs.com/ws/v1"


def test_an_unknown_region_suggests_the_nearest() -> None:
    with pytest.raises(RecognitionError) as refused:
        nls_endpoints("cn-shangai")
    assert refused.value.failure is Failure.SPEECH_SETTING_WRONG
    assert "cn-shanghai" in refused.value.detail
