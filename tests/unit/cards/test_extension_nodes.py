"""A node type from another package: found by its entry point, bound, drawn and said like ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from typing import ClassVar

import pytest

from companion.cards.binding import Context, fill_plain
from companion.cards.nodes import registry
from companion.cards.nodes.node import BoundType, Node
from companion.cards.schema import template_schema
from companion.cards.view import BoundButton, BoundOther, CardView
from companion.protocol.cards.builder import LocalAction
from tests.helpers import cards_make as make


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundClock(BoundOther):
    words: str


class ClockNode(Node[BoundClock], frozen=True, forbid_unknown_fields=True, kw_only=True):
    binds: ClassVar[BoundType | None] = BoundClock

    words: str

    def bind(self, context: Context) -> BoundClock | None:
        if self.words == "fail":
            raise RuntimeError("an extension's own fault")
        button = BoundButton("wind", "Wind it up", LocalAction("repeat"))
        return BoundClock(words=fill_plain(self.words, context), buttons=(button,), page=1, pages=3)

    @classmethod
    def plain(cls, bound: BoundClock) -> tuple[str, ...]:
        return (f"clock: {bound.words}",)


def nodes(register: Callable[[str, type[Node[BoundClock]]], None]) -> None:
    register("example:clock", ClockNode)


def broken(register: object) -> None:
    raise RuntimeError("no clock today")


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    monkeypatch.setattr(registry, "_NODE_TYPES", dict(registry.node_types()))
    points = [
        EntryPoint("clock", f"{__name__}:nodes", registry.ENTRY_POINTS),
        EntryPoint("broken", f"{__name__}:broken", registry.ENTRY_POINTS),
        EntryPoint("gone", "companion_gone.cards:nodes", registry.ENTRY_POINTS),
    ]
    return registry.load_extensions(points)


def clock(words: str) -> CardView:
    node = f'{{"type": "example:clock", "words": "{words}"}}'
    return make.laid_out(make.quest_detail(), node)


@pytest.mark.behaviour("CARD-033")
def test_a_node_from_outside_is_bound_told_pressed_and_paged() -> None:
    view = clock("{title}")

    assert view.fault == ""
    assert view.plain == ("clock: Stone Age",)
    assert (view.page, view.pages) == (1, 3)
    assert "wind" in {button.id for button in view.buttons}


def test_one_that_cannot_be_loaded_costs_itself(installed: tuple[str, ...]) -> None:
    assert installed == ("broken", "gone")


def test_one_that_fails_while_binding_costs_its_card_the_template() -> None:
    view = clock("fail")

    assert view.fault == "RuntimeError: an extension's own fault"
    assert view.plain[0] == "Stone Age"


def test_a_node_from_outside_is_in_the_schema() -> None:
    assert "example:clock" in template_schema()["$defs"]
