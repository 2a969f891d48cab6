from __future__ import annotations

import socket
from collections.abc import Callable

import pytest

from companion.speech import providers
from companion.speech.asr.aliyun_nls import AliyunRecognizer
from companion.speech.providers import choose_recognizer, choose_synthesizer
from companion.speech.tts.qwen import QwenSynthesizer
from companion.support.errors import CompanionError, Failure
from companion.support.secrets import Secrets
from companion.support.settings import Settings
from tests.helpers.secrets import FakeStore

NLS_KEYS = {"ALIYUN_AK_ID": "id", "ALIYUN_AK_SECRET": "secret"}
QWEN_KEYS = {"DASHSCOPE_API_KEY": "sk-1"}
BARE = Settings()
PROJECT = Settings(nls_app_key="app")


def secrets_with(keys: dict[str, str], failure: Failure | None = None) -> Secrets:
    return Secrets(keys, FakeStore(failure))


@pytest.mark.parametrize(
    ("settings", "keys", "chosen"),
    [
        (BARE, {}, "offline"),
        (BARE, NLS_KEYS, "offline"),
        (PROJECT, {}, "offline"),
        (PROJECT, {"ALIYUN_AK_ID": "id"}, "offline"),
        (PROJECT, NLS_KEYS, "aliyun_nls"),
        (Settings(nls_app_key="app", recognizer="offline"), NLS_KEYS, "offline"),
    ],
    ids=["nothing", "no project", "no keys", "half a key", "all", "all, but offline"],
)
def test_auto_ears_are_the_cloud_once_all_its_keys_are_set(
    settings: Settings, keys: dict[str, str], chosen: str
) -> None:
    assert choose_recognizer(settings, secrets_with(keys)).id == chosen


@pytest.mark.parametrize(
    ("synthesizer", "keys", "chosen"),
    [("auto", {}, "offline"), ("auto", QWEN_KEYS, "qwen"), ("offline", QWEN_KEYS, "offline")],
)
def test_the_auto_voice_is_the_cloud_once_its_key_is_set(
    synthesizer: str, keys: dict[str, str], chosen: str
) -> None:
    voice = choose_synthesizer(Settings(synthesizer=synthesizer), secrets_with(keys))
    assert voice is not None
    assert voice.id == chosen


def test_no_voice_can_be_chosen() -> None:
    assert choose_synthesizer(Settings(synthesizer="none"), secrets_with({})) is None


@pytest.mark.behaviour("ASR-004", "ASR-016")
@pytest.mark.parametrize("lacking", ["ALIYUN_AK_ID", "ALIYUN_AK_SECRET", "nls_app_key"])
def test_ears_that_were_named_say_which_key_they_lack(lacking: str) -> None:
    keys = {name: value for name, value in NLS_KEYS.items() if name != lacking}
    app_key = "" if lacking == "nls_app_key" else "app"
    settings = Settings(recognizer="aliyun_nls", nls_app_key=app_key)
    with pytest.raises(CompanionError) as missing:
        choose_recognizer(settings, secrets_with(keys))
    assert (missing.value.failure, missing.value.detail) == (Failure.SPEECH_KEYS_MISSING, lacking)


def test_a_voice_that_was_named_says_which_key_it_lacks() -> None:
    with pytest.raises(CompanionError) as missing:
        choose_synthesizer(Settings(synthesizer="qwen"), secrets_with({}))
    assert missing.value.failure is Failure.SPEECH_KEYS_MISSING
    assert missing.value.detail == "DASHSCOPE_API_KEY"


@pytest.mark.parametrize("failure", [Failure.NO_KEYRING, Failure.KEYRING_LOCKED])
def test_auto_goes_on_offline_when_the_keyring_gives_nothing(failure: Failure) -> None:
    secrets = secrets_with({}, failure)
    voice = choose_synthesizer(BARE, secrets)
    assert voice is not None
    assert (choose_recognizer(PROJECT, secrets).id, voice.id) == ("offline", "offline")


def test_a_locked_keyring_is_told_to_who_named_the_cloud() -> None:
    with pytest.raises(CompanionError) as locked:
        choose_synthesizer(Settings(synthesizer="qwen"), secrets_with({}, Failure.KEYRING_LOCKED))
    assert locked.value.failure is Failure.KEYRING_LOCKED


def test_without_a_project_the_keyring_is_not_asked() -> None:
    store = FakeStore()
    choose_recognizer(BARE, Secrets({}, store))
    assert store.reads == 0


@pytest.mark.parametrize("choose", [choose_recognizer, choose_synthesizer])
def test_an_unknown_id_suggests_the_nearest(choose: Callable[[Settings, Secrets], object]) -> None:
    with pytest.raises(CompanionError) as unknown:
        choose(Settings(recognizer="ofline", synthesizer="ofline"), secrets_with({}))
    assert unknown.value.failure is Failure.SPEECH_SETTING_WRONG
    assert "'offline'" in unknown.value.detail


@pytest.mark.behaviour("ASR-002")
def test_a_registered_provider_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    made = AliyunRecognizer.__new__(AliyunRecognizer)
    table = {**providers.RECOGNIZERS, "mine": lambda settings, secrets, meter: made}
    monkeypatch.setattr(providers, "RECOGNIZERS", table)
    assert choose_recognizer(Settings(recognizer="mine"), secrets_with({})) is made


@pytest.mark.behaviour("ASR-007")
def test_choosing_never_goes_online(monkeypatch: pytest.MonkeyPatch) -> None:
    def online(*arguments: object) -> None:
        raise AssertionError("went online")

    monkeypatch.setattr(socket.socket, "connect", online)
    monkeypatch.setattr(socket, "getaddrinfo", online)
    secrets = secrets_with(NLS_KEYS | QWEN_KEYS)
    assert isinstance(choose_recognizer(PROJECT, secrets), AliyunRecognizer)
    assert isinstance(choose_synthesizer(PROJECT, secrets), QwenSynthesizer)


@pytest.mark.behaviour("TTS-001")
def test_the_default_model_is_the_flash_one() -> None:
    assert BARE.qwen_model == "qwen3-tts-flash"


@pytest.mark.parametrize(
    ("locale", "language"), [("en_us", "en"), ("zh_cn", "zh"), ("de_de", "en")]
)
def test_offline_speech_loads_the_players_language(
    locale: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("companion.speech.asr.offline.OfflineRecognizer", asked.append)
    monkeypatch.setattr("companion.speech.tts.offline.OfflineSynthesizer", asked.append)
    choose_recognizer(Settings(locale=locale), secrets_with({}))
    choose_synthesizer(Settings(locale=locale), secrets_with({}))
    assert asked == [language, language]
