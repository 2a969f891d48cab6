"""What NLS status codes mean to the player. A new code: a line in the table."""

from __future__ import annotations

from companion.support.errors import Failure, RecognitionError

TOKEN_REFUSED = 40000001


class TokenRefusedError(RecognitionError):
    """The token is not accepted, at the upgrade or later; the next one is to be a fresh one."""


_FAILURES = {
    40000003: Failure.SPEECH_SETTING_WRONG,
    40000005: Failure.SPEECH_BUSY,
    40000010: Failure.SPEECH_QUOTA,
    40010004: Failure.SPEECH_UNREACHABLE,
    40020105: Failure.SPEECH_SETTING_WRONG,
    40020106: Failure.SPEECH_SETTING_WRONG,
    40020503: Failure.SPEECH_NO_PERMISSION,
    40270002: Failure.NOTHING_HEARD,
    41010100: Failure.SPEECH_SETTING_WRONG,
    41010101: Failure.SPEECH_SETTING_WRONG,
    41010104: Failure.TOO_LONG,
    43040001: Failure.SPEECH_BUSY,
}

_WORDS = {
    40000003: "nls_app_key",
    40000004: "no sound arrived for 10 s",
    40020105: "nls_app_key does not exist",
    40020106: "nls_app_key belongs to another account than the AccessKey",
    40020503: "grant AliyunNLSFullAccess and activate NLS",
    41010100: "sound format",
    41010101: "16 kHz; choose a 16 kHz model for the project",
    41040201: "gaps in the sound",
    TOKEN_REFUSED: "the token ran out; the next one is fetched anew",
}


def failure_of(status: int) -> Failure:
    """The code for the user; what is not ours to mend is the service's error."""
    return _FAILURES.get(status, Failure.SPEECH_SERVICE_ERROR)


def detail_of(status: int, status_text: str) -> str:
    """Words for the user's sentence and the log."""
    return f"{_WORDS[status]} ({status})" if status in _WORDS else f"{status} {status_text}"[:160]


def task_failed(status: int, status_text: str) -> RecognitionError:
    """The error that a `TaskFailed` event means."""
    kind = TokenRefusedError if status == TOKEN_REFUSED else RecognitionError
    return kind(failure_of(status), detail_of(status, status_text))
