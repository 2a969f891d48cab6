"""A bad field costs that field; a bad file is kept as it is."""

from __future__ import annotations

import json

import msgspec
import pytest

from companion.support.settings import (
    FILE_NAME,
    MAX_FILE_BYTES,
    Settings,
    read_settings,
    write_settings,
)


def test_settings_come_back_as_they_were_saved(tmp_path):
    chosen = Settings(locale="zh_cn", volume=35, overlay_position=(10, 20))
    write_settings(tmp_path, chosen)
    assert read_settings(tmp_path).settings == chosen


def test_no_file_means_defaults(tmp_path):
    loaded = read_settings(tmp_path)
    assert (loaded.settings, loaded.faults, loaded.writable) == (Settings(), (), True)


BAD_FIELDS = {
    "wrong type": '"loud"',
    "out of range": "101",
    "null": "null",
    "decimal": "1.5",
    "nested": "[1]",
}


@pytest.mark.behaviour("SET-022", "TTS-010")
@pytest.mark.parametrize("value", BAD_FIELDS.values(), ids=BAD_FIELDS)
def test_a_bad_field_falls_back_alone(tmp_path, value):
    (tmp_path / FILE_NAME).write_text(f'{{"volume": {value}, "locale": "zh_cn"}}')
    loaded = read_settings(tmp_path)
    assert (loaded.settings.volume, loaded.settings.locale) == (Settings().volume, "zh_cn")
    assert [fault.split(":")[0] for fault in loaded.faults] == ["volume"]


@pytest.mark.behaviour("SET-022")
@pytest.mark.parametrize("name", Settings.__struct_fields__)
def test_each_field_falls_back_alone_and_every_other_one_stays(tmp_path, name):
    chosen = Settings(locale="zh_cn", volume=35, talk_key="F9", lane_volumes={"story": 20})
    write_settings(tmp_path, chosen)
    path = tmp_path / FILE_NAME
    kept = json.loads(path.read_text())
    path.write_text(json.dumps(kept | {name: [[{}]]}))
    loaded = read_settings(tmp_path)
    default = getattr(Settings(), name)
    assert loaded.settings == msgspec.structs.replace(chosen, **{name: default})
    assert [fault.split(":")[0] for fault in loaded.faults] == [name]


BAD_FILES = {
    "cut": b'{"volume": 3',
    "a list": b"[]",
    "deep": b"[" * 5_000,
    "binary": b"\xff\xfe",
    "huge": b" " * (MAX_FILE_BYTES + 1),
}


@pytest.mark.behaviour("SET-026", "SET-027")
@pytest.mark.parametrize("data", BAD_FILES.values(), ids=BAD_FILES)
def test_a_broken_file_gives_defaults_and_may_not_be_overwritten(tmp_path, data):
    (tmp_path / FILE_NAME).write_bytes(data)
    loaded = read_settings(tmp_path)
    assert loaded.settings == Settings()
    assert loaded.faults
    assert not loaded.writable
    assert (tmp_path / FILE_NAME).read_bytes() == data
