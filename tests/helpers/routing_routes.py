"""A handful of actions of every kind, and a router over them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated
from uuid import UUID

import msgspec

from companion.engine.config.semantic import SemanticConfig
from companion.engine.execution.selection import Selection
from companion.engine.execution.workflow import no_arguments
from companion.engine.routing.capabilities import Proposal, RoutingQuestion
from companion.engine.routing.command import AgentCommand
from companion.engine.routing.hybrid import Asker, HybridRouter
from companion.engine.routing.profile import RoutingProfile
from companion.engine.routing.route import Route
from companion.engine.routing.sentences import Sentences
from companion.support.errors import CompanionError
from tests.helpers.clock import ManualClock

ALICE, BOB = UUID(int=1), UUID(int=2)


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Stack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    item: str
    offset: int = 0


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, msgspec.Meta(ge=-1, le=100)]


def item_id(text: str) -> Mapping[str, object] | None:
    """The one item id in a text."""
    found = re.findall(r"minecraft:\w+", text)
    return {"item": found[0]} if len(found) == 1 else None


LOOK = Route(
    "test:look",
    Nothing,
    "Look at the map",
    RoutingProfile.read(no_arguments, ("看地图", "打开地图"), ("show the map", "open my map")),
    commands=(AgentCommand.literal("test:look", "does.look", "map", "地图"),),
    shortcut="shortcut.look",
    choice="choice.look",
)
FIND = Route(
    "test:find",
    Named,
    "Find a village",
    RoutingProfile.read(
        no_arguments,
        ("去{name}怎么走",),
        ("which way is {name}", "how far is {name}"),
        {"name": "name"},
    ),
    commands=(AgentCommand.argument("test:find", "does.find", "<name>", "find", "找"),),
    choice="choice.find",
)
ITEM = Route(
    "test:item",
    Stack,
    "Look up an item",
    RoutingProfile.read(
        item_id, ("查询物品 minecraft:diamond",), ("look up item minecraft:diamond",)
    ),
    commands=(AgentCommand.identifier("test:item", "does.item", "<item>", "item", "物品"),),
)
OPEN = Route(
    "test:open",
    Place,
    "Open a row",
    commands=(AgentCommand.number("test:open", "does.open", "<number>", "row"),),
)
BUY = Route(
    "test:buy",
    Named,
    "Buy something",
    RoutingProfile.hints(("我想买一张船票",), ("i want to buy a boat ticket",)),
    write_steps=1,
)
DRAW = Route(
    "test:draw",
    Nothing,
    "Draw a prize",
    RoutingProfile.read(no_arguments, ("抽奖现在开始",), ("draw the prize now",)),
    Selection.STRUCTURED_ONLY,
    commands=(AgentCommand.literal("test:draw", "does.draw", "draw"),),
)
TELL = Route(
    "test:tell",
    Nothing,
    "Tell a legend",
    RoutingProfile.read(no_arguments, ("讲一个传说",), ("tell me a legend",)),
    Selection.EXPLICIT_ONLY,
)
TICK = Route("test:tick", Nothing, "Nobody asks for it", interactive=False)

ROUTES = (LOOK, FIND, ITEM, OPEN, BUY, DRAW, TELL, TICK)
REJECTED = {"test:no_weather": RoutingProfile.hints(("今天下雨吗",), ("will it rain today",))}


@dataclass
class Settings:
    """An operator's file that tests rewrite."""

    now: SemanticConfig = field(default_factory=SemanticConfig)

    def write(self, **changes: object) -> None:
        """Change the file."""
        self.now = msgspec.structs.replace(self.now, **changes)


@dataclass
class FakeRoutingModel:
    """Answers with what it was given and keeps every question."""

    answer: Proposal | CompanionError
    asked: list[RoutingQuestion] = field(default_factory=list)

    async def choose(self, question: RoutingQuestion) -> Proposal:
        """Answer."""
        self.asked.append(question)
        if isinstance(self.answer, CompanionError):
            raise self.answer
        return self.answer


@dataclass
class Rig:
    """A router with its clock and its settings."""

    settings: Settings = field(default_factory=Settings)
    clock: ManualClock = field(default_factory=ManualClock)
    sentences: Sentences = field(default_factory=lambda: Sentences(rejected=REJECTED))
    routes: tuple[Route, ...] = ROUTES

    def __post_init__(self) -> None:
        self.router = HybridRouter(
            self.routes, self.sentences, lambda: self.settings.now, self.clock
        )


def asker(model: FakeRoutingModel | None = None, *, without: str = "") -> Asker:
    """Alice, perhaps with a model, perhaps without one action."""
    return Asker(ALICE, lambda action: action != without, model)


def bob(model: FakeRoutingModel | None = None) -> Asker:
    """Somebody else."""
    return replace(asker(model), player=BOB)
