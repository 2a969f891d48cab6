"""The examples that people copy are read by the real decoder, whole."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.engine.config.agent import AgentConfig
from companion.engine.config.configuration import KINDS
from companion.engine.config.decoding import decode
from companion.engine.config.json_file import parse_object
from companion.engine.execution.policy import ExecutionPolicy
from companion.engine.policies import policy_faults

EXAMPLES = Path(__file__).parents[4] / "examples" / "agent"


def example(kind):
    return parse_object((EXAMPLES / kind.FILE_NAME).read_bytes())


@pytest.mark.behaviour("SET-044")
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.FILE_NAME)
def test_every_example_is_read_without_a_fault(kind):
    decoded = decode(kind, example(kind))
    assert decoded.faults == ()
    assert decoded.value != kind()


@pytest.mark.behaviour("SET-044")
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.FILE_NAME)
def test_an_example_shows_every_field_and_no_other(kind):
    fields = {field.encode_name for field in msgspec.structs.fields(kind)}
    assert example(kind).keys() == fields


@pytest.mark.behaviour("SET-044", "ENG-032")
def test_a_whole_policy_is_shown():
    values = example(AgentConfig)
    names = {field.encode_name for field in msgspec.structs.fields(ExecutionPolicy)}
    assert values["policies"]["system:question"].keys() == names
    assert policy_faults(decode(AgentConfig, values).value) == ()


@pytest.mark.behaviour("SET-044", "SET-037")
def test_the_page_beside_them_names_every_file():
    page = (EXAMPLES / "README.md").read_text("utf-8")
    assert {kind.FILE_NAME for kind in KINDS} == {file.name for file in EXAMPLES.glob("*.json")}
    assert all(f"`{kind.FILE_NAME}`" in page for kind in KINDS)
