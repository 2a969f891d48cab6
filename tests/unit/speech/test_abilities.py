from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import companion.speech
from companion.speech.abilities import HEARING, SPEAKING, Hearing, Speaking
from companion.speech.providers import RECOGNIZERS, SYNTHESIZERS, choose_recognizer
from companion.support.paths import shipped
from companion.support.secrets import KNOWN, NoStore, Secrets
from companion.support.settings import Settings

ALL = {
    **{f"hear {n}": a for n, a in HEARING.items()},
    **{f"say {n}": a for n, a in SPEAKING.items()},
}
FIELDS = {field.name for field in msgspec.structs.fields(Settings)}


@pytest.mark.behaviour("TTS-004")
def test_every_provider_states_what_it_can_do() -> None:
    assert set(HEARING) == set(RECOGNIZERS)
    assert set(SPEAKING) == set(SYNTHESIZERS)


@pytest.mark.parametrize("abilities", ALL.values(), ids=ALL)
def test_what_is_stated_exists(abilities: Hearing | Speaking) -> None:
    assert set(abilities.settings) <= FIELDS
    assert set(abilities.keys) <= set(KNOWN)
    if isinstance(abilities, Speaking):
        assert abilities.voice_setting in (*abilities.settings, "")
        assert abilities.has_speed == ("speech_speed" in abilities.settings)


@pytest.mark.parametrize("name", RECOGNIZERS)
def test_paid_ears_and_no_others_say_what_the_books_call_them(name: str) -> None:
    keys = dict.fromkeys(KNOWN, "x")
    settings = Settings(recognizer=name, nls_app_key="app", openai_base_url="https://x.test/v1")
    made = choose_recognizer(settings, Secrets(keys, NoStore()))
    assert hasattr(made, "source") is HEARING[name].is_paid


@pytest.mark.behaviour("TTS-003")
def test_clouds_share_one_transport_and_bring_no_models() -> None:
    root = Path(companion.speech.__file__).parent
    opens = [
        path.name
        for path in root.rglob("*.py")
        if "httpx.AsyncClient(" in path.read_text() or "_Connect(" in path.read_text()
    ]
    assert sorted(opens) == ["cloud_http.py", "cloud_socket.py"]
    assert [path for path in root.rglob("*") if path.suffix in (".onnx", ".bin", ".pt")] == []
    voices = [path.suffix for path in (shipped("resources") / "voices").iterdir()]
    assert voices.count(".bin") == 2
