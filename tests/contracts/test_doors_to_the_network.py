"""HTTP leaves through few doors, and each believes the same certificates."""

from __future__ import annotations

import ast

import pytest

from tests.helpers.sources import imported, trees

DOORS = {
    "engine/models/transport.py",
    "engine/web/exchange.py",
    "engine/web/fetch.py",
    "speech/cloud_http.py",
    "speech/models/added.py",
}
CLIENTS = {"AsyncClient", "Client", "DefaultAsyncHttpxClient"}
OTHER_WAYS = {"requests", "aiohttp", "urllib3", "urllib.request", "http.client"}


def http_clients(tree: ast.Module) -> list[ast.Call]:
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [
        call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in CLIENTS
    ]


@pytest.mark.behaviour("ENG-086")
def test_model_search_and_speech_open_http_through_doors_that_believe_the_same_certificates() -> (
    None
):
    found = {name: http_clients(tree) for name, tree in trees()}
    assert {name for name, calls in found.items() if calls} == DOORS
    for name in DOORS:
        for call in found[name]:
            verify = next(k.value for k in call.keywords if k.arg == "verify")
            assert ast.unparse(verify) == "trust()", name


@pytest.mark.behaviour("ENG-086")
def test_nobody_has_another_way_to_speak_http() -> None:
    others = {name: imported(tree) & OTHER_WAYS for name, tree in trees()}
    assert {name: ways for name, ways in others.items() if ways} == {}
