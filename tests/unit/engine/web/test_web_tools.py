"""Each call of a web tool asks anew whether this request and this player may use the web."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial

import pytest

from companion.engine.builtin.web_search.tools import fetch, search
from companion.engine.config.search import SearchConfig
from companion.engine.tools.tool import ToolCall
from companion.engine.usage.search_gateway import SearchGateway
from companion.engine.web.access import WebAccess
from companion.engine.web.gate import opened
from companion.engine.web.result import SearchResult
from companion.engine.web.tool_types import WebAddress, WebQuery
from companion.support.errors import CompanionError, Failure
from tests.helpers.web_stand_in import FakeSearch

ALEX, SAM = uuid.UUID(int=1), uuid.UUID(int=2)
PAGE = SearchResult("Dragons", "https://wiki.example/d", "Near lava.")
QUERY = WebQuery("dragon eggs")


@dataclass
class Allowed:
    """Rights of a test."""

    module: bool = True
    model: bool = True

    def is_bound(self, _: uuid.UUID) -> bool:
        return True

    def has_module(self, _: uuid.UUID, __: str) -> bool:
        return self.module

    def may_ask_model(self, _: uuid.UUID) -> bool:
        return self.model


@dataclass
class Desk:
    """The web of a test, and whoever calls its tools."""

    service: FakeSearch = field(default_factory=lambda: FakeSearch([PAGE]))
    rights: Allowed = field(default_factory=Allowed)
    check: Callable[[], None] = lambda: None

    @property
    def web(self) -> WebAccess:
        gateway = SearchGateway(lambda: "fake", lambda _: None)
        return WebAccess(SearchConfig, {}, gateway, self.service)

    async def searched(self) -> object:
        call = ToolCall(ALEX, "system:web_search", "en_us", self.check)
        return await search(self.web, self.rights).handler(QUERY, call)

    async def fetched(self) -> object:
        call = ToolCall(ALEX, "system:web_search", "en_us", self.check)
        asked = WebAddress(PAGE.address, "eggs")
        return await fetch(self.web, self.rights).handler(asked, call)


class Revoking(FakeSearch):
    """A search during which the module is taken away."""

    async def search(
        self, query: str, most: int, sent: Callable[[], None]
    ) -> tuple[SearchResult, ...]:
        self.rights.module = False  # type: ignore[attr-defined]
        return await super().search(query, most, sent)


def cancelled() -> None:
    raise CompanionError(Failure.CANCELLED)


async def failure_of(desk: Desk, call: str) -> Failure:
    with pytest.raises(CompanionError) as caught:
        await getattr(desk, call)()
    return caught.value.failure


@pytest.mark.behaviour("WEB-003")
@pytest.mark.parametrize("call", ["searched", "fetched"])
@pytest.mark.parametrize("gate", [nullcontext, partial(opened, SAM)], ids=["no gate", "another's"])
async def test_without_a_gate_of_this_player_nothing_leaves(
    call: str, gate: Callable[[], AbstractContextManager[object]]
) -> None:
    desk = Desk()
    with gate():
        assert await failure_of(desk, call) is Failure.NOT_PERMITTED
    assert desk.service.queries == []


@pytest.mark.behaviour("WEB-004")
@pytest.mark.parametrize("call", ["searched", "fetched"])
@pytest.mark.parametrize(
    ("desk", "failure"),
    [
        pytest.param(Desk(check=cancelled), Failure.CANCELLED, id="cancelled"),
        pytest.param(Desk(rights=Allowed(module=False)), Failure.NOT_PERMITTED, id="no module"),
        pytest.param(Desk(rights=Allowed(model=False)), Failure.NOT_PERMITTED, id="no services"),
    ],
)
async def test_each_call_asks_what_else_must_allow_it(
    desk: Desk, failure: Failure, call: str
) -> None:
    with opened(ALEX):
        assert await failure_of(desk, call) is failure
    assert desk.service.queries == []


@pytest.mark.behaviour("WEB-004")
async def test_what_comes_once_leave_was_taken_is_not_handed_on() -> None:
    desk = Desk(service=Revoking([PAGE]))
    desk.service.rights = desk.rights  # type: ignore[attr-defined]
    with opened(ALEX) as gate:
        assert await failure_of(desk, "searched") is Failure.NOT_PERMITTED
    assert (gate.sources, desk.service.queries) == ([], [QUERY.query])


@pytest.mark.behaviour("WEB-005")
async def test_a_page_that_no_search_of_this_request_found_is_not_read() -> None:
    with opened(ALEX):
        assert await failure_of(Desk(), "fetched") is Failure.INVALID_INPUT
