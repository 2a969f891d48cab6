"""Files become configurations; a bad one is kept as it is and costs nobody else anything."""

from __future__ import annotations

import json
import logging

import msgspec
import pytest

from companion.engine.config.agent import AgentConfig
from companion.engine.config.configuration import FOLDER, KINDS, Configuration
from companion.engine.config.instance import ConfigInstance
from companion.engine.config.json_file import MAX_FILE_BYTES, BrokenFileError, parse_object
from companion.engine.config.semantic import RoutingMode, SemanticConfig
from companion.support.paths import shipped

DEFAULTS = shipped("resources") / "defaults"
FILES = {kind.FILE_NAME for kind in KINDS}

BROKEN = {
    "cut": b'{"gap": 0.2',
    "a list": b"[]",
    "doubled key": b'{"gap": 0.2, "gap": 0.3}',
    "doubled key inside": b'{"examples": {"a:b": [], "a:b": []}}',
    "oversize": b'{"gap": 0.2, "x": "' + b" " * MAX_FILE_BYTES + b'"}',
    "bad utf-8": b'{"mode": "\xff"}',
    "half a surrogate": b'{"x": "\\ud800"}',
    "not a number": b'{"gap": NaN}',
    "deep": b'{"x":' + b"[" * 20_000,
    "empty": b"",
}


@pytest.fixture
def world(tmp_path):
    return tmp_path


@pytest.fixture
def semantic(world):
    return ConfigInstance(SemanticConfig, world / FOLDER, DEFAULTS)


@pytest.mark.behaviour("SET-001", "SET-011")
def test_an_empty_world_gets_the_default_files(world):
    folder = Configuration(world).folder
    assert folder == world / "config" / "system"
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == {
        name: (DEFAULTS / name).read_bytes() for name in FILES
    }


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.FILE_NAME)
def test_a_shipped_file_says_what_holds_without_it(world, kind):
    shipped_file = ConfigInstance(kind, world / "shipped", DEFAULTS).get()
    nothing = world / "nothing"
    nothing.mkdir()
    (nothing / kind.FILE_NAME).write_text("{}")
    assert shipped_file == ConfigInstance(kind, nothing, DEFAULTS).get()


@pytest.mark.behaviour("SET-001")
def test_every_file_follows_the_root(tmp_path):
    files = [i.path for root in ("a", "b") for i in Configuration(tmp_path / root).instances]
    assert {f.relative_to(tmp_path).parts[0] for f in files[: len(files) // 2]} == {"a"}
    assert {f.relative_to(tmp_path).parts[0] for f in files[len(files) // 2 :]} == {"b"}


@pytest.mark.behaviour("SET-012", "SET-041")
def test_a_file_that_exists_is_not_overwritten(world):
    path = world / FOLDER / SemanticConfig.FILE_NAME
    path.parent.mkdir(parents=True)
    path.write_text('{"mode": "OFF"}')
    configuration = Configuration(world)
    assert configuration.semantic.get().mode is RoutingMode.OFF
    assert path.read_text() == '{"mode": "OFF"}'


@pytest.mark.behaviour("SET-041", "ROUTE-006")
def test_a_new_configuration_enforces(semantic):
    assert semantic.get().mode is RoutingMode.ENFORCE


@pytest.mark.behaviour("SET-026", "SET-027", "SET-028")
@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
def test_a_broken_file_gives_its_defaults_and_is_kept(semantic, data, caplog):
    semantic.path.write_bytes(data)
    reloaded = semantic.reload()
    assert semantic.get() == SemanticConfig()
    assert len(reloaded.faults) == 1
    assert "ERROR" in {record.levelname for record in caplog.records}
    assert semantic.save()
    assert semantic.path.read_bytes() == data


@pytest.mark.behaviour("SET-027", "SET-020")
def test_a_change_never_overwrites_a_broken_file(semantic):
    semantic.path.write_bytes(b"{")
    semantic.reload()
    semantic.set(SemanticConfig(mode=RoutingMode.OFF))
    assert not semantic.save()
    assert semantic.path.read_bytes() == b"{"
    semantic.path.write_bytes(b'{"gap": 0.5}')
    assert semantic.save()
    assert json.loads(semantic.path.read_text()) == {"gap": 0.5, "mode": "OFF"}


@pytest.mark.behaviour("SET-013", "SET-026")
def test_an_unreadable_file_gives_defaults_in_memory(world, caplog):
    path = world / FOLDER / SemanticConfig.FILE_NAME
    path.mkdir(parents=True)
    instance = ConfigInstance(SemanticConfig, world / FOLDER, DEFAULTS)
    assert instance.get() == SemanticConfig()
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert path.is_dir()


@pytest.mark.behaviour("SET-013")
def test_a_folder_that_cannot_be_written_gives_defaults_in_memory(world):
    (world / "config").write_text("in the way")
    configuration = Configuration(world)
    assert configuration.agent.get() == AgentConfig()
    assert all(instance.faults for instance in configuration.instances)


@pytest.mark.behaviour("SET-026")
def test_one_broken_file_leaves_the_others(world):
    configuration = Configuration(world)
    configuration.agent.path.write_text("{")
    configuration.semantic.path.write_text('{"gap": 0.3}')
    configuration.reload_all()
    assert configuration.semantic.get().gap == 0.3


@pytest.mark.behaviour("SET-028")
def test_a_file_may_be_just_as_large_as_the_bound():
    filler = b'{"x": "' + b"a" * (MAX_FILE_BYTES - 9) + b'"}'
    assert len(filler) == MAX_FILE_BYTES
    assert parse_object(filler).keys() == {"x"}
    with pytest.raises(BrokenFileError, match="bytes"):
        parse_object(filler + b" ")


def test_a_byte_order_mark_is_passed_over():
    assert parse_object(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


def test_a_doubled_key_is_named():
    with pytest.raises(BrokenFileError, match="'gap' appears twice"):
        parse_object(b'{"gap": 1, "gap": 1}')


@pytest.mark.behaviour("SET-002", "SET-010")
def test_every_configuration_has_a_file_of_its_own():
    assert len(FILES) == len(KINDS)


@pytest.mark.behaviour("SET-002")
def test_every_configuration_has_one_container(world):
    instances = Configuration(world).instances
    assert sorted(i.path.name for i in instances) == sorted(FILES)


@pytest.mark.behaviour("SET-008", "SET-011")
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.FILE_NAME)
def test_a_default_file_says_what_serves_without_it(kind):
    data = parse_object((DEFAULTS / kind.FILE_NAME).read_bytes())
    assert msgspec.json.encode(data) == msgspec.json.encode(_plain(kind))


@pytest.mark.behaviour("SET-030", "SET-042")
def test_old_files_and_old_fields_are_passed_over(world):
    folder = world / FOLDER
    folder.mkdir(parents=True)
    (folder / "system-config.json").write_text('{"dailyModelCalls": 1}')
    (folder / SemanticConfig.FILE_NAME).write_text('{"onnxModel": "m", "threshold": 3}')
    configuration = Configuration(world)
    assert configuration.agent.get().daily_model_calls == 200
    assert configuration.semantic.faults == ()


def _plain(kind):
    from companion.engine.config.values import plain

    return plain(kind())
