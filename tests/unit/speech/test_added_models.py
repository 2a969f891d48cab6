"""Bigger models: fetched in pieces, gone on with, checked, listed and removed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from companion.commands import models as command
from companion.commands.models import ModelDesk
from companion.language.translations import merged
from companion.speech.asr import offline
from companion.speech.models.added import WHISPER_FILES, AddedModels
from companion.speech.models.bigger import RemoteFile, RemoteModel
from companion.speech.models.catalog import WHISPER_BASE
from companion.speech.models.download import PART, fetch
from companion.speech.models.store import ModelStore
from companion.support.errors import CompanionError, Failure
from companion.support.resources import translation_tables

DATA = bytes(range(256)) * 40
SUM = hashlib.sha256(DATA).hexdigest()


class Hub:
    """A server of files that understands ranges and breaks off where it is told."""

    def __init__(self) -> None:
        self.ranges: list[str] = []
        self.breaks_at: list[int] = []
        self.status = 0
        self.stated = ""
        self.client = httpx.Client(transport=httpx.MockTransport(self._answer))

    def _answer(self, request: httpx.Request) -> httpx.Response:
        asked = request.headers.get("range", "")
        self.ranges.append(asked)
        if self.status:
            return httpx.Response(self.status)
        begin = int(asked.removeprefix("bytes=").rstrip("-") or 0)
        if begin > len(DATA):
            return httpx.Response(416)
        headers = {"content-length": str(len(DATA) - begin), "x-linked-etag": f'"{self.stated}"'}
        end = self.breaks_at.pop(0) if self.breaks_at else len(DATA)
        return httpx.Response(
            206 if asked else 200, headers=headers, content=self._pieces(begin, end)
        )

    def _pieces(self, begin: int, end: int) -> Iterator[bytes]:
        yield DATA[begin:end]
        if end < len(DATA):
            raise httpx.ReadError("cut")


@pytest.fixture
def hub() -> Iterator[Hub]:
    hub = Hub()
    yield hub
    hub.client.close()


def _fetch(hub: Hub, path: Path, sha256: str = SUM) -> list[tuple[int, int]]:
    told: list[tuple[int, int]] = []
    fetch(hub.client, "http://hub/model.bin", path, sha256, lambda *now: told.append(now))
    return told


def test_a_file_is_fetched_with_progress_and_checked(hub: Hub, tmp_path: Path) -> None:
    told = _fetch(hub, tmp_path / "model.bin")
    assert (tmp_path / "model.bin").read_bytes() == DATA
    assert told[-1] == (len(DATA), len(DATA))


def test_a_download_that_breaks_off_goes_on_where_it_stopped(hub: Hub, tmp_path: Path) -> None:
    hub.breaks_at = [3000, 7000]
    _fetch(hub, tmp_path / "model.bin")
    assert hub.ranges == ["", "bytes=3000-", "bytes=7000-"]
    assert (tmp_path / "model.bin").read_bytes() == DATA


def test_a_program_that_was_ended_goes_on_as_well(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / f"model.bin{PART}").write_bytes(DATA[:5000])
    _fetch(hub, tmp_path / "model.bin")
    assert hub.ranges == ["bytes=5000-"]
    assert (tmp_path / "model.bin").read_bytes() == DATA


def test_a_part_of_another_file_is_begun_anew(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / f"model.bin{PART}").write_bytes(bytes(len(DATA) + 5))
    _fetch(hub, tmp_path / "model.bin")
    assert hub.ranges[-1] == ""
    assert (tmp_path / "model.bin").read_bytes() == DATA


@pytest.mark.parametrize(("pinned", "stated"), [("0" * 64, ""), ("", "0" * 64)])
def test_a_wrong_sum_is_refused_and_nothing_of_it_stays(
    hub: Hub, tmp_path: Path, pinned: str, stated: str
) -> None:
    hub.stated = stated
    with pytest.raises(CompanionError) as caught:
        _fetch(hub, tmp_path / "model.bin", pinned)
    assert caught.value.failure is Failure.SPEECH_MODEL_DAMAGED
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("status", "tries"), [(404, 1), (503, 4)])
def test_a_server_that_refuses_is_named(hub: Hub, tmp_path: Path, status: int, tries: int) -> None:
    hub.status = status
    with pytest.raises(CompanionError) as caught:
        _fetch(hub, tmp_path / "model.bin")
    assert caught.value.failure is Failure.SPEECH_MODEL_NOT_FETCHED
    assert str(status) in caught.value.detail
    assert len(hub.ranges) == tries


@pytest.fixture
def added(tmp_path: Path) -> AddedModels:
    return AddedModels(tmp_path / "added")


def _remote(name: str = "whisper-toy") -> RemoteModel:
    files = tuple(RemoteFile(name, f"http://hub/{name}") for name in sorted(WHISPER_FILES))
    return RemoteModel(name, "ears", 1, "MIT", files)


def test_an_added_model_is_found_with_the_sums_it_had(hub: Hub, added: AddedModels) -> None:
    model = added.fetch(_remote(), hub.client, lambda *now: None)
    assert added.whisper("zh") == model
    assert added.locate(model)["model.bin"].read_bytes() == DATA


def test_added_ears_take_the_place_of_ours(
    hub: Hub, added: AddedModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = added.fetch(_remote(), hub.client, lambda *now: None)
    monkeypatch.setattr(offline, "WhisperModel", lambda files: files)
    recognizer = offline.OfflineRecognizer("zh", added=added)
    assert recognizer._load(WHISPER_BASE) == added.locate(model)


def test_english_ears_are_not_used_for_chinese(hub: Hub, added: AddedModels) -> None:
    model = added.fetch(_remote("whisper-toy.en"), hub.client, lambda *now: None)
    assert (added.whisper("en"), added.whisper("zh"), added.whisper("")) == (model, None, None)


def test_a_file_that_changed_since_is_refused(hub: Hub, added: AddedModels) -> None:
    model = added.fetch(_remote(), hub.client, lambda *now: None)
    added.locate(model)["model.bin"].write_bytes(b"another")
    with pytest.raises(CompanionError) as caught:
        added.locate(model)
    assert caught.value.failure is Failure.SPEECH_MODEL_DAMAGED


def test_a_folder_is_copied_and_its_model_removed_again(added: AddedModels, tmp_path: Path) -> None:
    source = tmp_path / "mine"
    source.mkdir()
    for name in WHISPER_FILES:
        (source / name).write_text(name)
    assert added.take("mine", source).is_whisper
    assert added.remove("mine")
    assert added.all() == ()
    assert (source / "model.bin").is_file()
    assert not added.remove("mine")


@pytest.mark.parametrize("name", ["..", "a/b", "", "UP", ".hidden"])
def test_no_name_leads_out_of_the_folder(added: AddedModels, tmp_path: Path, name: str) -> None:
    source = tmp_path / "mine"
    source.mkdir()
    for file in WHISPER_FILES:
        (source / file).write_text(file)
    with pytest.raises(CompanionError):
        added.take(name, source)
    assert not added.remove(name)


@pytest.fixture
def desk(added: AddedModels, tmp_path: Path) -> ModelDesk:
    texts = merged("en_us", translation_tables())
    return ModelDesk(ModelStore(local=tmp_path, cache=tmp_path / "cache"), added, texts)


def test_the_command_adds_lists_and_removes(
    desk: ModelDesk,
    hub: Hub,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(command, "BIGGER", {"whisper-toy": _remote()})
    monkeypatch.setattr(command, "MODELS", ())
    assert desk.list() == 0
    assert "whisper-toy: not here; 1 MiB" in capsys.readouterr().out
    assert desk.add("whisper-toy", None, hub.client) == 0
    assert desk.list(anew=True) == 0
    assert "whisper-toy: added by you" in capsys.readouterr().out
    assert desk.remove("whisper-toy") == 0
    assert desk.remove("whisper-toy") == command.USAGE_ERROR


def test_the_command_names_what_it_does_not_know(
    desk: ModelDesk, hub: Hub, capsys: pytest.CaptureFixture[str]
) -> None:
    assert desk.add("mine", Path("nowhere"), hub.client) == command.USAGE_ERROR
    assert "nowhere is no folder of a model" in capsys.readouterr().out
    assert desk.add("vosk", None, hub.client) == command.USAGE_ERROR
    assert "whisper-small" in capsys.readouterr().out


def test_the_command_tells_that_a_fetch_failed(
    desk: ModelDesk, hub: Hub, capsys: pytest.CaptureFixture[str]
) -> None:
    hub.status = 404
    assert desk.add("whisper-small", None, hub.client) == 1
    assert "could not be fetched" in capsys.readouterr().out
