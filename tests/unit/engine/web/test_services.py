"""Search services over HTTP, and pages that are read."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping

import pytest

from companion.engine.config.search import SearchConfig
from companion.engine.execution.failures import failure_of
from companion.engine.web.addresses import is_public
from companion.engine.web.fetch import Web, fetched
from companion.engine.web.page import readable
from companion.engine.web.result import SearchResult, WebError
from companion.engine.web.services import Brave, DeepSeek, Searxng, Service
from companion.support.errors import CompanionError, Failure
from tests.helpers.web_stand_in import WebServer, web_server

ROW = {"title": "Dragons", "url": "https://a.example/x"}
JSON = {"content-type": "application/json"}


def nothing() -> None:
    """Nobody counts what leaves."""


async def searched(kind: type[Service], path: str, status: int, body: bytes) -> tuple[object, str]:
    async with web_server() as server:
        server.pages[path] = (status, JSON, body)
        service = kind(f"http://127.0.0.1:{server.port}", "a-key")
        try:
            return await service.search("dragon egg", 8, nothing), server.asked[0]
        except CompanionError as error:
            return failure_of(error).code, "\n".join(server.asked)


@pytest.mark.behaviour("WEB-009")
@pytest.mark.parametrize(
    ("kind", "path", "body", "asked"),
    [
        (DeepSeek, "/v1/tools/search", '{"results":[%s]}', 'Bearer a-key|"query":"dragon egg"'),
        (Searxng, "/search", '{"results":[%s]}', "q=dragon+egg|format=json"),
        (Brave, "/res/v1/web/search", '{"web":{"results":[%s]}}', "q=dragon+egg|a-key"),
    ],
)
async def test_each_service_is_asked_in_its_own_way(
    kind: type[Service], path: str, body: str, asked: str
) -> None:
    names = {DeepSeek: "summary", Searxng: "content", Brave: "description"}
    row = f'{{"title":"Dragons","url":"https://a.example/x","{names[kind]}":"They fly."}}'
    found, request = await searched(kind, path, 200, (body % row).encode())
    assert found == (SearchResult("Dragons", "https://a.example/x", "They fly."),)
    assert all(part in request for part in asked.split("|"))


@pytest.mark.behaviour("WEB-012")
@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (401, b"{}", Failure.SEARCH_KEY_WRONG),
        (429, b"{}", Failure.SEARCH_QUOTA),
        (500, b"", Failure.SEARCH_UNREACHABLE),
        (200, b"<html>", Failure.SEARCH_GARBLED),
        (200, b'{"results": 5}', Failure.SEARCH_GARBLED),
        (400, b'{"error":{"code":"too_many_requests"}}', Failure.TOO_MANY_REQUESTS),
        (400, b'{"error":{"code":"nobody knows this"}}', Failure.MODULE_FAILED),
    ],
)
async def test_a_services_error_becomes_a_reason_and_is_not_repeated(
    status: int, body: bytes, code: str
) -> None:
    found, asked = await searched(DeepSeek, "/v1/tools/search", status, body)
    assert found == code
    assert asked.count("POST ") == 1


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        5,
        None,
        "https://a.example/x",
        "http://[a",
        "https://a.example:99999/",
        "https:///x",
        "https://a.example/\u202ex",
    ],
)
async def test_results_without_an_address_of_the_web_are_left_out(url: object) -> None:
    import msgspec

    rows = msgspec.json.encode({"results": [{**ROW, "summary": "s"}, {"title": "t", "url": url}]})
    found, _ = await searched(DeepSeek, "/v1/tools/search", 200, rows)
    assert found == (SearchResult("Dragons", "https://a.example/x", "s"),)


@pytest.mark.behaviour("WEB-014")
@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.0.9", "172.16.0.1", "169.254.169.254", "0.0.0.0",
     "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1",
     "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::127.0.0.1", "::ffff:0:7f00:1",
     "64:ff9b:1::7f00:1", "fec0::1", "3fff::1", "5f00::1", "192.88.99.1", "2001:0:7f00:1::"],
)  # fmt: skip
def test_private_addresses_are_not_public_however_they_are_wrapped(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


class Hosts:
    """Names to addresses; those in `open` stand for public ones."""

    def __init__(self, hosts: Mapping[str, tuple[str, ...]], open_: str = "127.0.0.1") -> None:
        self.hosts = hosts
        self.web = Web(self.resolve, lambda address: str(address) == open_, ports=None)

    async def resolve(self, host: str, _: int) -> tuple[str, ...]:
        return self.hosts[host]


PUBLIC = Hosts({"pack.example": ("127.0.0.1",), "inside.example": ("127.0.0.1", "10.0.0.1")})
BOUNDS = SearchConfig(page_bytes=2_000)


async def page_of(server: WebServer, path: str, host: str = "pack.example") -> object:
    try:
        url = f"http://{host}:{server.port}{path}"
        return await fetched(url, BOUNDS, nothing, PUBLIC.web)
    except WebError as error:
        return error.failure


HTML = {"content-type": "text/html; charset=utf-8"}


async def test_a_page_is_read_as_text_under_its_own_name() -> None:
    async with web_server() as server:
        body = b"<title>T</title><script>evil()</script><p>Eggs hatch.</p><nav>menu</nav>"
        server.pages["/a"] = (200, HTML, body)
        assert await page_of(server, "/a") == ("T", "Eggs hatch.")
        assert f"host: pack.example:{server.port}" in server.asked[0].lower()


@pytest.mark.behaviour("WEB-014")
async def test_a_host_with_any_private_address_is_never_connected_to() -> None:
    async with web_server() as server:
        assert await page_of(server, "/a", "inside.example") == Failure.PAGE_REFUSED
        assert server.asked == []


@pytest.mark.behaviour("WEB-014")
async def test_a_redirect_into_a_private_network_is_refused() -> None:
    async with web_server() as server:
        inside = f"http://inside.example:{server.port}/secret"
        server.pages["/a"] = (302, {"location": inside}, b"")
        server.pages["/secret"] = (200, HTML, b"secret")
        assert await page_of(server, "/a") == Failure.PAGE_REFUSED
        assert len(server.asked) == 1


@pytest.mark.behaviour("WEB-014")
async def test_redirects_have_an_end() -> None:
    async with web_server() as server:
        server.pages["/a"] = (302, {"location": "/a"}, b"")
        assert await page_of(server, "/a") == Failure.PAGE_UNREADABLE
        assert len(server.asked) == BOUNDS.redirects + 1


@pytest.mark.behaviour("WEB-014")
async def test_of_a_long_page_only_the_beginning_is_taken() -> None:
    async with web_server() as server:
        server.pages["/a"] = (200, HTML, b"<p>" + b"egg " * 100_000)
        found = await page_of(server, "/a")
    assert isinstance(found, tuple)
    assert 0 < len(found[1]) <= BOUNDS.page_bytes


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (404, HTML),
        (200, {"content-type": "image/png"}),
        (200, {**HTML, "content-encoding": "gzip"}),
    ],
)
async def test_what_is_no_readable_page_is_refused(status: int, headers: dict[str, str]) -> None:
    async with web_server() as server:
        server.pages["/a"] = (status, headers, b"x")
        assert await page_of(server, "/a") == Failure.PAGE_UNREADABLE


@pytest.mark.parametrize("html", ["", "<", "<p", "<<<>>>", "</script>x", "<title>", "&#x0;&amp"])
def test_anything_is_html(html: str) -> None:
    assert all(isinstance(part, str) for part in readable(html, 100))


@pytest.mark.parametrize("charset", ["punycode", "idna", "zlib", "unicode_escape", "gb2312"])
async def test_a_page_is_read_only_as_pages_are_written(charset: str) -> None:
    headers = {"content-type": f"text/html; charset={charset}"}
    async with web_server() as server:
        server.pages["/a"] = (200, headers, b"Eggs\\x41-hatch")
        assert await page_of(server, "/a") == ("", "Eggs\\x41-hatch")
