"""Whatever a file holds, a usable configuration comes of it."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.config.configuration import KINDS
from companion.engine.config.decoding import decode
from companion.engine.config.json_file import BrokenFileError, parse_object
from companion.engine.config.values import plain

FIELDS = sorted({field.encode_name for kind in KINDS for field in msgspec.structs.fields(kind)})
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a:b", "moduleId", "steps", "A b"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.behaviour("SET-022", "SET-023")
@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=4))
def test_any_object_gives_a_configuration_that_reads_back_as_itself(values):
    for kind in KINDS:
        value = decode(kind, values).value
        again = decode(kind, plain(value))
        assert (again.value, again.faults) == (value, ())


@pytest.mark.behaviour("SET-026")
@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=80) | st.text(alphabet='{}[]":,0a\\ud8', max_size=40).map(str.encode))
def test_any_bytes_are_an_object_or_a_broken_file(data):
    try:
        values = parse_object(data)
    except BrokenFileError:
        return
    assert values == json.loads(data.decode("utf-8-sig"))
