"""Keys and tokens do not reach a log line."""

from __future__ import annotations

import logging

import pytest

from companion.support.logs import RedactingFormatter, redact

SECRETS = {
    "query": "GET /ws?token=0123456789abcdef&x=1",
    "header": "X-NLS-Token: 0123456789abcdef",
    "bearer": "Authorization: Bearer 0123456789abcdef",
    "json": '{"token": "0123456789abcdef"}',
    "signature": "Signature=0123456789abcdef%3D",
    "key id": "AccessKeyId=0123456789abcdef&Action=CreateToken",
    "refusal": "Meta:ACCESS_DENIED:The token '0123456789abcdef' is invalid!",
    "dashscope key": "failed with sk-0123456789abcdef",
}


@pytest.mark.parametrize("line", SECRETS.values(), ids=SECRETS)
def test_what_looks_like_a_secret_is_replaced(line):
    assert "0123456789abcdef" not in redact(line)
    assert "***" in redact(line)


@pytest.mark.parametrize("line", ["12 tokens used", "turn own=3.2 ms", "token refreshed"])
def test_other_lines_stay(line):
    assert redact(line) == line


def test_a_traceback_is_redacted_too():
    try:
        raise ValueError("The token='0123456789abcdef' is invalid")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "f", 1, "failed", (), info)
    assert "0123456789abcdef" not in RedactingFormatter().format(record)
