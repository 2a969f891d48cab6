"""Names of functions on the wire."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.models.wire_names import WireNames


@pytest.mark.parametrize(
    ("ours", "wire"),
    [
        ("system:quest_list", "system_quest_list"),
        ("web.search", "web_search"),
        ("répondre", "r_pondre"),
        ("", "_"),
        ("a" * 70, "a" * 64),
    ],
)
def test_a_name_takes_the_shape_that_is_allowed(ours: str, wire: str) -> None:
    assert WireNames([ours]).to_wire(ours) == wire


def test_names_that_look_the_same_get_a_number() -> None:
    names = WireNames(["a:b", "a.b", "a_b"])

    assert [names.to_wire(name) for name in ("a:b", "a.b", "a_b")] == ["a_b", "a_b_2", "a_b_3"]


def test_a_name_that_was_never_offered_comes_back_as_it_is() -> None:
    assert WireNames(["a:b"]).to_ours("delete_all") == "delete_all"


@given(st.sets(st.text(max_size=90), max_size=8))
def test_every_name_finds_its_way_back(ours: set[str]) -> None:
    names = WireNames(sorted(ours))

    wires = [names.to_wire(name) for name in sorted(ours)]

    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", wire) for wire in wires)
    assert [names.to_ours(wire) for wire in wires] == sorted(ours)
