"""Card actions that an extension contributes: found in the cache, done without a message."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from companion.client.contributions.cache import Contributions
from companion.client.contributions.contribution import Contribution, Doing
from companion.client.contributions.registry import GROUP, ClientModules, with_extensions
from companion.client.navigation import PageName
from companion.language.phrase import literal
from companion.protocol.cards.builder import CardButton, LocalAction, ServerAction
from companion.protocol.cards.message import MessageOutput
from companion.protocol.requests import CardAction
from companion.protocol.responses import ClientModule
from tests.helpers.client_rig import Rig, show
from tests.helpers.client_things import engine

PIN_IT = LocalAction("maps:pin", "north")
"""What a button of somebody else's names."""


class Maps:
    """A client module of an installed package; `done` is what it was asked for."""

    def __init__(self) -> None:
        self.done: list[dict[str, str]] = []

    def register(self) -> Contribution:
        return Contribution("maps:maps", actions={"maps:pin": self._pin, "maps:break": self._break})

    def _pin(self, doing: Doing, arguments: Mapping[str, str]) -> None:
        self.done.append(dict(arguments))
        doing.go(PageName.PINNED)

    def _break(self, doing: Doing, arguments: Mapping[str, str]) -> None:
        raise RuntimeError("this extension is broken")


@dataclass
class Point:
    """An entry point of an installed package."""

    name: str
    maps: Maps

    def load(self) -> Any:
        return lambda modules: modules.register("maps:maps", self.maps)


@pytest.fixture
def maps(monkeypatch: pytest.MonkeyPatch) -> Maps:
    maps = Maps()
    points = {GROUP: [Point("maps", maps)]}
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points[group])
    return maps


@pytest.fixture
def rig(maps: Maps) -> Rig:
    """A client with the extension, at a server whose module names it, and a card in front."""
    rig = Rig()
    rig.core.orders.contributions = Contributions(with_extensions(ClientModules()))
    rig.tell(engine(ClientModule("maps:here", "maps:maps")))
    buttons = (
        CardButton("pin", literal("Mark on map"), PIN_IT),
        CardButton("ask", literal("Ask the server"), ServerAction("maps:ask")),
    )
    rig.notice("A map", (show(MessageOutput(literal("A map"), (), actions=buttons)),))
    return rig


def press(rig: Rig, action: LocalAction | ServerAction) -> None:
    rig.core.conversation.pressed(show().ref, action)
    rig.pump()


@pytest.mark.behaviour("CLIENT-045")
def test_a_contributed_action_is_done_here_and_a_server_action_is_sent(
    rig: Rig, maps: Maps
) -> None:
    asked = len(rig.asked)
    press(rig, PIN_IT)
    assert (maps.done, rig.state.wanted.page) == ([{"target": "north"}], PageName.PINNED)
    assert len(rig.asked) == asked
    press(rig, ServerAction("maps:ask"))
    assert [type(request) for request in rig.asked[asked:]] == [CardAction]


def test_its_button_can_be_said(rig: Rig, maps: Maps) -> None:
    asked = len(rig.asked)
    rig.speak("mark on map")
    assert maps.done == [{"target": "north"}]
    assert len(rig.asked) == asked
    assert rig.turns[-1].action == "local:maps:pin"


def test_it_is_not_done_while_the_player_may_not(rig: Rig, maps: Maps) -> None:
    rig.tell(engine(ClientModule("maps:here", "maps:maps", enabled=False)))
    press(rig, PIN_IT)
    assert maps.done == []
    assert rig.log[-1] == "failure.not_permitted"


def test_one_that_nobody_here_contributes_is_told_once() -> None:
    rig = Rig()
    rig.notice("A map", (show(),))
    press(rig, PIN_IT)
    assert rig.log.count("failure.action_unavailable") == 1


def test_one_that_breaks_is_told_and_leaves_the_client_usable(rig: Rig, maps: Maps) -> None:
    press(rig, LocalAction("maps:break"))
    assert rig.log[-1] == "failure.extension_failed"
    press(rig, PIN_IT)
    assert maps.done == [{"target": "north"}]


@pytest.mark.parametrize("name", ["close", "maps:pin", "my-mod.2:deep/er"])
def test_own_names_are_bare_and_contributed_ones_have_a_namespace(name: str) -> None:
    sent = msgspec.json.encode(LocalAction(name))
    assert msgspec.json.decode(sent, type=LocalAction) == LocalAction(name)


@pytest.mark.parametrize("name", ["", "pin", "close:", ":pin", "Maps:pin", "maps:pin\n", "close\n"])
def test_no_other_name_passes(name: str) -> None:
    sent = msgspec.json.encode(LocalAction(name))
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(sent, type=LocalAction)
