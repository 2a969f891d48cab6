from __future__ import annotations

import pytest

from companion.speech.dashscope_failures import Refusal
from companion.speech.tts.qwen_failures import QwenVoice, error_of
from companion.support.errors import Failure

VOICE = QwenVoice("qwen3-tts-flash", "Cherry", "https://dashscope.aliyuncs.com/api/v1")
TOKYO = QwenVoice(
    "qwen3-tts-flash", "Cherry", "https://ws1.ap-northeast-1.maas.aliyuncs.com/api/v1"
)
BEIJING = QwenVoice("qwen3-tts-flash", "Cherry", "https://ws1.cn-beijing.maas.aliyuncs.com/api/v1")


@pytest.mark.parametrize(
    ("status", "code", "message", "failure"),
    [
        (401, "InvalidApiKey", "Invalid API-key provided.", Failure.SPEECH_KEY_WRONG),
        (401, "", "", Failure.SPEECH_KEY_WRONG),
        (401, "InvalidApiKey", "not valid in this region", Failure.SPEECH_REGION_WRONG),
        (400, "InvalidParameter", "Model not exist.", Failure.SPEECH_SETTING_WRONG),
        (400, "InvalidParameter", "Input should be 'Cherry'", Failure.SPEECH_SETTING_WRONG),
        (400, "InvalidParameter", "Range of input length", Failure.SPEECH_SERVICE_ERROR),
        (400, "Arrearage", "", Failure.SPEECH_QUOTA),
        (400, "DataInspectionFailed", "", Failure.SPEECH_TEXT_REFUSED),
        (200, "data_inspection_failed", "", Failure.SPEECH_TEXT_REFUSED),
        (500, "InternalError.Algo.DataInspectionFailed", "", Failure.SPEECH_TEXT_REFUSED),
        (403, "AccessDenied.Unpurchased", "", Failure.SPEECH_NO_PERMISSION),
        (404, "model_not_found", "", Failure.SPEECH_SETTING_WRONG),
        (429, "Throttling.BurstRate", "", Failure.SPEECH_BUSY),
        (429, "LimitRequests", "", Failure.SPEECH_BUSY),
        (429, "", "", Failure.SPEECH_BUSY),
        (429, "Throttling.AllocationQuota", "", Failure.SPEECH_QUOTA),
        (429, "CommodityNotPurchased", "", Failure.SPEECH_QUOTA),
        (500, "InternalError", "Engine error [411]", Failure.SPEECH_SETTING_WRONG),
        (
            500,
            "InternalError",
            "[tts:]Engine return error code: 418",
            Failure.SPEECH_SETTING_WRONG,
        ),
        (503, "ModelServingError", "", Failure.SPEECH_BUSY),
        (500, "RequestTimeOut", "", Failure.SPEECH_SILENT),
        (500, "InternalError", "", Failure.SPEECH_SERVICE_ERROR),
        (502, "", "", Failure.SPEECH_SERVICE_ERROR),
    ],
)
def test_a_code_names_the_cause(status: int, code: str, message: str, failure: Failure) -> None:
    assert error_of(Refusal(status, code, message), VOICE, "sk-1").failure is failure


def test_a_plan_key_at_the_shared_address_is_of_another_region() -> None:
    error = error_of(Refusal(401, "InvalidApiKey", ""), VOICE, "sk-sp-1")
    assert error.failure is Failure.SPEECH_REGION_WRONG


@pytest.mark.parametrize(
    ("voice", "failure"),
    [(TOKYO, Failure.SPEECH_REGION_WRONG), (BEIJING, Failure.SPEECH_SETTING_WRONG)],
    ids=["without speech", "with speech"],
)
def test_a_missing_model_is_the_regions_fault_where_there_is_no_speech(
    voice: QwenVoice, failure: Failure
) -> None:
    assert error_of(Refusal(404, "ModelNotFound", ""), voice, "sk-1").failure is failure


def test_the_list_of_voices_is_shown_and_nothing_else_of_the_message() -> None:
    message = "<400> Input should be 'Cherry', 'Ethan' [input_value='secret words']"
    detail = error_of(Refusal(400, "InvalidParameter", message), VOICE, "sk-1").detail
    assert "Input should be 'Cherry', 'Ethan'" in detail
    assert "secret words" not in detail
