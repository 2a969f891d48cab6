from __future__ import annotations

import pytest

from companion.speech.asr.aliyun_signature import (
    canonical,
    percent_encoded,
    signature,
    string_to_sign,
)

# Computed with the vendor's own function, clock and nonce pinned.
DOCUMENTED = {
    "AccessKeyId": "testid",
    "Action": "CreateToken",
    "Format": "JSON",
    "RegionId": "cn-shanghai",
    "SignatureMethod": "HMAC-SHA1",
    "SignatureNonce": "3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf",
    "SignatureVersion": "1.0",
    "Timestamp": "2026-11-30T08:15:30Z",
    "Version": "2019-02-28",
}
OF_THE_SDK = DOCUMENTED | {"SignatureType": ""}
ODD_ID = "id with space*~+/=:&?%中文"


@pytest.mark.parametrize(
    ("method", "parameters", "signed"),
    [
        ("GET", OF_THE_SDK, "mjo2E1YMxfWg/lr0OEqvIBR+kqE="),
        ("POST", OF_THE_SDK, "xkBnnwIcUSjsvtCMFu7faOXKRxw="),
        ("GET", DOCUMENTED, "bS5yRCW+z7qdKm6zugdYGq/t9Kc="),
        ("POST", DOCUMENTED, "xFxxIj0qjcQeZ/2dGuEhNjpo7KM="),
    ],
    ids=["GET, SDK", "POST, SDK", "GET, docs", "POST, docs"],
)
@pytest.mark.behaviour("ASR-005")
def test_the_signature_is_the_vendors(method: str, parameters: dict[str, str], signed: str) -> None:
    assert signature(method, parameters, "testsecret") == signed


def test_odd_signs_in_key_and_secret_are_signed_as_the_vendor_does() -> None:
    parameters = DOCUMENTED | {"AccessKeyId": ODD_ID}
    assert signature("POST", parameters, "s&cret") == "LdiSyFP8s/La2sJv/xQQXWVQQHI="


def test_only_unreserved_characters_stay() -> None:
    encoded = "id%20with%20space%2A~%2B%2F%3D%3A%26%3F%25%E4%B8%AD%E6%96%87"
    assert percent_encoded(ODD_ID) == encoded


def test_parameters_are_sorted_whatever_their_order() -> None:
    backwards = dict(reversed(DOCUMENTED.items()))
    assert canonical(backwards) == (
        "AccessKeyId=testid&Action=CreateToken&Format=JSON&RegionId=cn-shanghai"
        "&SignatureMethod=HMAC-SHA1&SignatureNonce=3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf"
        "&SignatureVersion=1.0&Timestamp=2026-11-30T08%3A15%3A30Z&Version=2019-02-28"
    )


def test_the_string_to_sign_encodes_twice() -> None:
    assert string_to_sign("POST", OF_THE_SDK) == (
        "POST&%2F&AccessKeyId%3Dtestid%26Action%3DCreateToken%26Format%3DJSON%26RegionId%3D"
        "cn-shanghai%26SignatureMethod%3DHMAC-SHA1%26SignatureNonce%3D"
        "3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf%26SignatureType%3D%26SignatureVersion%3D1.0%26"
        "Timestamp%3D2026-11-30T08%253A15%253A30Z%26Version%3D2019-02-28"
    )
