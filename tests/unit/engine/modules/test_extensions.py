from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from companion.engine.modules.conditions import ConditionTypes
from companion.engine.modules.extensions import GROUP, Extensions, load_extensions
from companion.engine.modules.installation import Listeners
from companion.engine.modules.kinds import ModuleTypes

CODE = """
from companion.engine.modules.conditions import Condition
from companion.engine.modules.kinds import WorkflowModule

class Example(WorkflowModule, frozen=True):
    pass

class Moon(Condition, frozen=True):
    def holds(self, facts):
        return True

def offer(context):
    pass

def more(engine):
    pass

def extend(extensions):
    extensions.module_type("example:module", Example)
    extensions.condition_type("example:moon", Moon)
    extensions.on_services(offer)
    extensions.on_registration(more)

def breaks(extensions):
    raise RuntimeError("not today")
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "companion_example.py").write_text(CODE)
    info = tmp_path / "companion_example-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: companion-example\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\nexample = companion_example:extend\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "companion_example", raising=False)
    return "companion_example"


def fresh() -> Extensions:
    return Extensions(ModuleTypes(), ConditionTypes())


@pytest.mark.behaviour("MOD-029", "MOD-031")
def test_an_installed_package_is_found_and_adds_what_it_has(package: str) -> None:
    extensions = fresh()

    assert load_extensions(extensions) == ("example",)
    code = sys.modules[package]
    assert extensions.listeners == Listeners((code.offer,), (code.more,))
    assert isinstance(extensions.modules.read({"type": "example:module"}), code.Example)
    assert isinstance(extensions.conditions.read({"type": "example:moon"}), code.Moon)


def test_packages_that_fail_are_named_and_stop_no_other(
    package: str, caplog: pytest.LogCaptureFixture
) -> None:
    targets = {"a": "gone", "b": f"{package}:breaks", "c": f"{package}:gone"}
    points = [EntryPoint(name, value, GROUP) for name, value in targets.items()]
    extensions = fresh()

    loaded = load_extensions(extensions, [*points, EntryPoint("d", f"{package}:extend", GROUP)])

    assert (loaded, extensions.failed) == (("d",), ["a", "b", "c"])
    assert "extension b is left out: RuntimeError" in caplog.text


def test_a_package_that_takes_a_taken_name_is_left_out(package: str) -> None:
    points = [EntryPoint(name, f"{package}:extend", GROUP) for name in ("first", "second")]
    extensions = fresh()

    assert load_extensions(extensions, points) == ("first",)
    assert extensions.failed == ["second"]


def test_without_packages_nothing_is_added() -> None:
    assert load_extensions(fresh(), []) == ()
