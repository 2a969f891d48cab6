"""Where a page may be read from: only the open web, whatever an address is dressed up as."""

from __future__ import annotations

import pytest

from companion.engine.web.addresses import safe_address
from companion.engine.web.result import WebError
from companion.support.errors import Failure

PUBLIC = "93.184.216.34"


async def asked(url: str, *found: str) -> tuple[str, list[str]]:
    """What becomes of an address, and which names were looked up for it."""
    names: list[str] = []

    async def resolve(host: str, _: int) -> tuple[str, ...]:
        names.append(host)
        return found or (PUBLIC,)

    try:
        return await safe_address(url, resolve), names
    except WebError as error:
        return str(error.failure), names


@pytest.mark.behaviour("WEB-014")
@pytest.mark.parametrize(
    "url",
    [
        "http://user:secret@pack.example/",
        "http://@pack.example/",
        "http://pack.example:22/",
        "http://pack.example:6379/",
        "http://pack.example:0/",
        "http://pack.example:99999/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://router/",
        "http://printer.local/",
        "http://PRINTER.LOCAL./",
        "http://a.localhost/",
        "http://nas.home.arpa/",
        "http://metadata.google.internal/",
        "ftp://pack.example/",
        "file:///etc/passwd",
        "http:pack.example",
        "http://[fe80::1",
    ],
)
async def test_what_is_no_page_of_the_web_is_refused_without_looking_it_up(url: str) -> None:
    assert await asked(url) == (Failure.PAGE_REFUSED, [])


@pytest.mark.behaviour("WEB-014")
@pytest.mark.parametrize(
    "found", [("10.0.0.1",), (PUBLIC, "127.0.0.1"), (PUBLIC, "::ffff:0:7f00:1"), ("fec0::1%eth0",)]
)
async def test_a_name_that_leads_anywhere_private_is_refused(found: tuple[str, ...]) -> None:
    assert (await asked("https://rebind.example/x", *found))[0] == Failure.PAGE_REFUSED


@pytest.mark.parametrize(
    "url",
    [
        "https://pack.example/a?b#c",
        "http://pack.example:80/",
        "https://pack.example:8443/",
        "http://[2606:4700:4700::1111]/",
    ],
)
async def test_a_page_of_the_web_is_read_from_where_it_was_looked_up(url: str) -> None:
    found, names = await asked(url)
    assert found == PUBLIC
    assert len(names) == 1
