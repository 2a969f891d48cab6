"""What a client is told of the world's modules."""

from __future__ import annotations

import pytest

from companion.engine.client_modules import client_modules
from companion.engine.modules.definition import ModuleEntry, read_entry
from companion.protocol.codec import encode
from companion.protocol.responses import ClientModule, State

ENTRIES = {
    "x:shop": ModuleEntry(80, {"type": "system:shop", "offers": ["#x:secret"]}, "system:shop"),
    "x:quiet": ModuleEntry(90, {"type": "system:quiet"}),
    "x:page": ModuleEntry(10**30, None, "mine:page"),
}


@pytest.mark.behaviour("PROTO-054")
def test_ids_orders_and_rights_travel_and_no_parameter_of_the_server_does() -> None:
    told = client_modules(ENTRIES, lambda name: name == "x:shop")
    assert told == (
        ClientModule("x:page", "mine:page", 2**53, False),
        ClientModule("x:shop", "system:shop", 80, True),
    )
    assert "secret" not in encode(State("W", "A", "demo", 0, 0, True, modules=told))


@pytest.mark.behaviour("CLIENT-035")
@pytest.mark.parametrize("order", ['"high"', "1.5", "null", "[]", "true"])
def test_an_order_that_is_no_number_counts_as_zero_and_costs_nothing_else(order: str) -> None:
    entry = read_entry(f'{{"order": {order}, "client": "system:shop"}}'.encode())
    assert client_modules({"x:shop": entry}, lambda name: True) == (
        ClientModule("x:shop", "system:shop", 0, True),
    )
