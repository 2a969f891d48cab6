"""A container knows its value, whether it must be saved, and saves it once."""

from __future__ import annotations

import json
import threading

import msgspec
import pytest

from companion.engine.config import instance as container
from companion.engine.config.agent import AgentConfig
from companion.engine.config.configuration import Configuration
from companion.engine.config.instance import ConfigInstance
from companion.engine.config.reload import reload_configuration
from companion.engine.config.semantic import RoutingMode, SemanticConfig
from companion.engine.config.storage import StorageConfig
from companion.engine.policies import policy_faults
from companion.engine.usage.pricing import ModelPricingConfig
from companion.support.paths import shipped

DEFAULTS = shipped("resources") / "defaults"


@pytest.fixture
def agent(tmp_path):
    return ConfigInstance(AgentConfig, tmp_path, DEFAULTS)


@pytest.fixture
def writes(monkeypatch):
    """Names of the files that are written, in order."""
    names = []
    write = container.write_atomically
    monkeypatch.setattr(
        container,
        "write_atomically",
        lambda path, data: (names.append(path.name), write(path, data)),
    )
    return names


def calls(number):
    return AgentConfig(daily_model_calls=number)


@pytest.mark.behaviour("SET-014")
def test_only_a_real_change_is_written(agent, writes):
    assert not agent.set(AgentConfig())
    assert agent.save()
    assert writes == []
    assert agent.set(calls(5))
    assert agent.save()
    assert writes == ["system-agent.json"]
    assert json.loads(agent.path.read_text())["dailyModelCalls"] == 5


@pytest.mark.behaviour("SET-015")
def test_a_change_in_place_is_marked_by_hand(agent, writes):
    agent.mark_dirty()
    assert agent.save()
    assert writes == ["system-agent.json"]


@pytest.mark.behaviour("SET-018")
def test_saving_all_writes_marked_ones_once(tmp_path, writes):
    configuration = Configuration(tmp_path)
    writes.clear()
    configuration.agent.set(calls(1))
    assert configuration.save_all()
    assert configuration.save_all()
    assert writes == ["system-agent.json"]


@pytest.mark.behaviour("SET-020")
def test_a_failed_save_is_tried_again(agent, monkeypatch):
    agent.set(calls(5))
    with monkeypatch.context() as broken:
        broken.setattr(container, "write_atomically", _refuse)
        assert not agent.save()
    assert agent.save()
    assert json.loads(agent.path.read_text())["dailyModelCalls"] == 5


@pytest.mark.behaviour("SET-017")
def test_a_pending_change_survives_a_reload(agent):
    agent.set(calls(7))
    reloaded = agent.reload()
    assert agent.get().daily_model_calls == 7
    assert reloaded.changed == ()


@pytest.mark.behaviour("SET-017", "SET-020")
def test_a_pending_change_that_cannot_be_saved_survives_a_reload(agent, monkeypatch):
    agent.set(calls(7))
    monkeypatch.setattr(container, "write_atomically", _refuse)
    assert agent.reload().faults
    assert agent.get().daily_model_calls == 7


@pytest.mark.behaviour("SET-016", "SET-021")
def test_a_reload_reads_every_file_again(tmp_path):
    configuration = Configuration(tmp_path)
    configuration.agent.path.write_text('{"dailyModelCalls": 3}')
    configuration.semantic.path.write_text('{"mode": "SHADOW"}')
    changed = [file.changed for file in configuration.reload_all() if file.changed]
    assert changed == [("dailyModelCalls",), ("mode",)]
    assert configuration.agent.get().daily_model_calls == 3
    assert configuration.semantic.get().mode is RoutingMode.SHADOW


@pytest.mark.behaviour("SET-036", "SET-040")
def test_limits_and_thresholds_follow_a_reload(tmp_path):
    configuration = Configuration(tmp_path)
    configuration.storage.path.write_text('{"businessBytes": 2048}')
    configuration.semantic.path.write_text('{"gap": 0.5, "cacheEntries": 2, "cacheSeconds": 1}')
    configuration.reload_all()
    semantic = configuration.semantic.get()
    assert configuration.storage.get() == StorageConfig(business_bytes=2048)
    assert (semantic.gap, semantic.cache_entries, semantic.cache_seconds) == (0.5, 2, 1)


@pytest.mark.behaviour("SET-037", "ROUTE-059")
def test_what_needs_a_restart_is_said_and_kept_as_it_was_at_the_start(tmp_path):
    configuration = Configuration(tmp_path)
    configuration.agent.path.write_text('{"modelConcurrency": 2, "dailyModelCalls": 4}')
    lines = reload_configuration(configuration)
    assert [line.key for line in lines] == ["config.changed", "config.restart"]
    assert lines[1].args == {"file": "system-agent.json", "fields": "modelConcurrency"}
    assert configuration.agent.at_start.model_concurrency == 8


@pytest.mark.behaviour("SET-037")
def test_index_sentences_and_language_need_a_restart(tmp_path):
    semantic = ConfigInstance(SemanticConfig, tmp_path, DEFAULTS)
    semantic.path.write_text('{"examples": {"a:b": ["x"]}, "indexLanguage": "zh", "gap": 0.3}')
    reloaded = semantic.reload()
    assert set(reloaded.changed) == {"gap", "indexLanguage", "examples"}
    assert set(reloaded.restart) == {"indexLanguage", "examples"}


def test_a_reload_names_every_fault(tmp_path):
    configuration = Configuration(tmp_path)
    configuration.agent.path.write_text('{"dailyModelCalls": -1}')
    configuration.semantic.path.write_text("{")
    lines = reload_configuration(configuration)
    files = [line.args["file"] for line in lines if line.key == "config.fault"]
    assert files == ["system-agent.json", "system-semantic.json"]


def test_a_reload_names_faults_that_another_room_finds(tmp_path):
    configuration = Configuration(tmp_path)
    configuration.agent.path.write_text('{"policies": {"a:b": {"stepz": 1}}}')
    lines = reload_configuration(configuration, policy_faults)
    assert lines[-1].args["fault"] == "a:b: stepz is no field of a policy"


def test_classes_of_other_rooms_are_kept_with_the_rest(tmp_path):
    configuration = Configuration(tmp_path, more=(ModelPricingConfig,))
    file = configuration.of(ModelPricingConfig).path
    assert file.parent == configuration.folder
    file.write_text('{"currency": "USD"}')
    assert [file.changed for file in configuration.reload_all() if file.changed][-1][
        0
    ] == "currency"
    assert configuration.of(ModelPricingConfig).get().currency == "USD"


def test_nothing_new_is_said_in_one_line(tmp_path):
    assert [line.key for line in reload_configuration(Configuration(tmp_path))] == ["config.same"]


@pytest.mark.behaviour("SET-023")
def test_a_value_that_the_file_might_not_say_is_refused(agent):
    with pytest.raises(ValueError, match="dailyModelCalls"):
        agent.set(calls(-1))
    assert agent.get() == AgentConfig()


def test_saving_keeps_what_somebody_wrote_beside_it(agent):
    agent.path.write_text('{"note": "ours", "dailyModelCalls": "many", "modelConcurrency": 4}')
    agent.reload()
    agent.set(msgspec.structs.replace(agent.get(), time_zone="UTC"))
    agent.save()
    assert json.loads(agent.path.read_text()) == {
        "note": "ours",
        "dailyModelCalls": "many",
        "modelConcurrency": 4,
        "timeZone": "UTC",
    }


@pytest.mark.behaviour("SET-019")
def test_a_save_and_a_reload_wait_for_one_another(agent, monkeypatch):
    entered, release, order = threading.Event(), threading.Event(), []
    write = container.write_atomically

    def slow(path, data):
        entered.set()
        release.wait(5)
        write(path, data)
        order.append("saved")

    monkeypatch.setattr(container, "write_atomically", slow)
    agent.set(calls(5))
    saver = threading.Thread(target=agent.save)
    reader = threading.Thread(target=lambda: (agent.reload(), order.append("read")))
    saver.start()
    entered.wait(5)
    reader.start()
    release.set()
    saver.join(5)
    reader.join(5)
    assert order == ["saved", "read"]
    assert agent.get().daily_model_calls == 5


@pytest.mark.behaviour("SET-019")
def test_changes_from_many_threads_are_all_saved(agent):
    def change(number):
        agent.set(calls(number))
        agent.save()

    threads = [threading.Thread(target=change, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert agent.save()
    assert json.loads(agent.path.read_text())["dailyModelCalls"] == agent.get().daily_model_calls


@pytest.mark.behaviour("SET-035")
def test_a_reader_s_snapshot_stays_whole_while_the_configuration_changes(tmp_path):
    configuration = Configuration(tmp_path)
    before = configuration.model.get()
    changed = msgspec.structs.replace(before, base_url="https://other", key_variable="OTHER")
    configuration.model.set(changed)
    assert (before.base_url, before.key_variable) != (changed.base_url, changed.key_variable)
    assert configuration.model.get() == changed


@pytest.mark.behaviour("ENG-080")
def test_two_worlds_share_nothing(tmp_path):
    one, other = Configuration(tmp_path / "one"), Configuration(tmp_path / "other")
    one.agent.set(calls(1))
    assert other.agent.get() == AgentConfig()


def _refuse(path, data):
    raise OSError("no room")


def test_a_file_that_was_removed_is_written_anew_with_what_was_changed(agent):
    agent.path.unlink()
    agent.set(calls(5))
    assert agent.save()
    assert json.loads(agent.path.read_text()) == {"dailyModelCalls": 5}
    assert agent.reload().faults == ()
    assert agent.get() == calls(5)
