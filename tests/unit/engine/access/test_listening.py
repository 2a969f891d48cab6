"""Nothing but loopback is served in the clear unless somebody says so in full."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.engine.access.certificate import validity
from companion.engine.access.listening import (
    INSECURE_WARNING,
    CertificateFiles,
    Listening,
    Place,
    decide,
    load,
    place,
    tls_context,
)
from companion.support.errors import CompanionError, Failure
from tests.helpers.access_certificates import DAY, NOW, make_certificate

CERTIFICATE, KEY = Path("cert.pem"), Path("cert.key")
NOW_S = NOW.timestamp()
LAN = Place("192.168.1.20", 8765)


def refused(failure, call, *arguments, **options):
    with pytest.raises(CompanionError) as caught:
        call(*arguments, **options)
    assert caught.value.failure is failure
    return caught.value.detail


def files(made):
    return CertificateFiles(made.certificate, made.key)


PLACES = {
    "127.0.0.1:8765": Place("127.0.0.1", 8765),
    "localhost:0": Place("localhost", 0),
    "[::1]:8765": Place("::1", 8765),
    "0.0.0.0:65535": Place("0.0.0.0", 65535),
    "[::]:1": Place("::", 1),
    "game.example:8765": Place("game.example", 8765),
}


@pytest.mark.parametrize(("text", "expected"), PLACES.items(), ids=str)
def test_a_place_is_read(text, expected):
    assert place(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "8765",
        ":8765",
        "host",
        "host:",
        "host:65536",
        "host:-1",
        "::1:8765",
        "host:８",
        "host:x",
    ],
    ids=ascii,
)
def test_what_is_no_place_is_refused(text):
    refused(Failure.LISTEN_ADDRESS_WRONG, place, text)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost", "::ffff:127.0.0.1"])
def test_loopback_is_served_in_the_clear(host):
    assert decide(Place(host, 1)) == Listening(Place(host, 1))


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "::", "192.168.1.20", "game.example", "localhost.evil", ""]
)
def test_anything_else_needs_a_certificate(host):
    refused(Failure.TLS_REQUIRED, decide, Place(host, 1))


def test_insecure_is_served_with_a_warning():
    assert decide(LAN, insecure=True) == Listening(LAN, warning=INSECURE_WARNING)


def test_insecure_on_loopback_needs_no_warning():
    assert decide(Place("::1", 1), insecure=True).warning == ""


def test_a_certificate_is_used_wherever_it_is_given():
    for where in (LAN, Place("127.0.0.1", 1)):
        listening = decide(where, CERTIFICATE, KEY, insecure=True)
        assert listening == Listening(where, CertificateFiles(CERTIFICATE, KEY))


@pytest.mark.parametrize(
    ("given", "missing"),
    [((CERTIFICATE, None), "--tls-key"), ((None, KEY), "--tls-cert")],
    ids=["no key", "no certificate"],
)
def test_one_file_without_the_other_is_refused(given, missing):
    assert missing in refused(Failure.CERTIFICATE_UNREADABLE, decide, LAN, *given, insecure=True)


async def test_a_good_certificate_serves_encrypted(tmp_path):
    made = make_certificate(tmp_path)
    async with _serving(tls_context(files(made), NOW_S)) as ask:
        assert await ask() == (b"hello", _der(made))


@pytest.mark.parametrize(
    ("begins", "ends", "when"),
    [(-90 * DAY, -DAY, "ended on 2026-11-29"), (DAY, 90 * DAY, "begins on 2026-12-01")],
    ids=["expired", "not yet"],
)
def test_a_certificate_out_of_its_time_is_refused_with_the_day(tmp_path, begins, ends, when):
    made = make_certificate(tmp_path, NOW + begins, NOW + ends)
    assert when in refused(Failure.CERTIFICATE_EXPIRED, tls_context, files(made), NOW_S)


def test_a_certificate_is_good_until_its_last_second(tmp_path):
    made = make_certificate(tmp_path, NOW - DAY, NOW)
    assert tls_context(files(made), NOW_S - 1)
    refused(Failure.CERTIFICATE_EXPIRED, tls_context, files(made), NOW_S)


def test_a_certificate_that_ends_soon_is_warned_of(tmp_path, caplog):
    tls_context(files(make_certificate(tmp_path, ends=NOW + 5 * DAY)), NOW_S)
    assert "2026-12-05" in caplog.text


def _missing(made):
    made.certificate.unlink()


def _no_key(made):
    made.key.unlink()


def _garbage(made):
    made.certificate.write_bytes(b"\x00\xff" * 50)


def _cut(made):
    made.certificate.write_text(made.certificate.read_text()[:300])


def _not_base64(made):
    made.certificate.write_text("-----BEGIN CERTIFICATE-----\n!!!!\n-----END CERTIFICATE-----\n")


def _other_key(made):
    made.key.write_bytes(make_certificate(made.key.parent, name="other").key.read_bytes())


def _broken_key(made):
    made.key.write_text("no key")


def _folder(made):
    made.certificate.unlink()
    made.certificate.mkdir()


@pytest.mark.parametrize(
    "damage",
    [_missing, _no_key, _garbage, _cut, _not_base64, _other_key, _broken_key, _folder],
    ids=lambda damage: damage.__name__,
)
def test_files_that_cannot_be_used_are_refused_by_name(tmp_path, damage):
    made = make_certificate(tmp_path)
    damage(made)
    detail = refused(Failure.CERTIFICATE_UNREADABLE, tls_context, files(made), NOW_S)
    assert detail.startswith(("server.pem: ", "server.key: "))
    assert str(tmp_path) not in detail


def test_a_key_with_a_password_is_refused_and_asks_nobody(tmp_path):
    made = make_certificate(tmp_path, password=b"secret")
    detail = refused(Failure.CERTIFICATE_UNREADABLE, tls_context, files(made), NOW_S)
    assert detail == "server.key: it has a password"


async def test_a_renewed_certificate_is_loaded_while_serving(tmp_path):
    made = make_certificate(tmp_path, NOW - DAY, NOW + DAY)
    context = tls_context(files(made), NOW_S)
    async with _serving(context) as ask:
        before = await ask()
        make_certificate(tmp_path, NOW, NOW + 90 * DAY)
        load(context, files(made), (NOW + 2 * DAY).timestamp())
        assert await ask() == (b"hello", _der(made))
        assert before != await ask()


async def test_a_renewal_that_fails_leaves_the_old_certificate(tmp_path):
    made = make_certificate(tmp_path)
    context, old = tls_context(files(made), NOW_S), _der(made)
    other = make_certificate(tmp_path, name="other")
    made.certificate.write_bytes(other.certificate.read_bytes())
    refused(Failure.CERTIFICATE_UNREADABLE, load, context, files(made), NOW_S)
    async with _serving(context) as ask:
        assert await ask() == (b"hello", old)


@pytest.mark.parametrize("year", [2049, 2050, 2120], ids=str)
def test_dates_of_both_kinds_are_read(tmp_path, year):
    ends = datetime(year, 7, 1, tzinfo=UTC)
    pem = make_certificate(tmp_path, NOW, ends).certificate.read_text()
    assert (validity(pem).begins, validity(pem).ends) == (NOW_S, ends.timestamp())


def test_a_certificate_cut_anywhere_is_refused_and_nothing_else(tmp_path):
    der = ssl.PEM_cert_to_DER_cert(make_certificate(tmp_path).certificate.read_text())
    for length in range(120):
        with pytest.raises(ValueError, match=r"."):
            validity(ssl.DER_cert_to_PEM_cert(der[:length]))


@contextlib.asynccontextmanager
async def _serving(context):
    """A server; what is yielded asks it for its word and its certificate."""
    client = ssl.create_default_context()
    client.check_hostname = False
    client.verify_mode = ssl.CERT_NONE  # the certificate's dates are those of the test

    async def ask():
        address = server.sockets[0].getsockname()
        reader, writer = await asyncio.open_connection(*address, ssl=client)
        said = await reader.read()
        shown = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        writer.close()
        await writer.wait_closed()
        return said, shown

    async with await asyncio.start_server(_greet, "127.0.0.1", 0, ssl=context) as server:
        yield ask


def _der(made):
    return ssl.PEM_cert_to_DER_cert(made.certificate.read_text())


async def _greet(reader, writer):
    writer.write(b"hello")
    await writer.drain()
    writer.close()


@pytest.mark.parametrize(
    "damage",
    [lambda der: der.replace(b"\x17\x0d", b"\x16\x0d"), lambda der: b"\x31" + der[1:]],
    ids=["another kind of date", "another kind of value"],
)
def test_a_certificate_of_another_shape_is_refused(tmp_path, damage):
    der = ssl.PEM_cert_to_DER_cert(make_certificate(tmp_path).certificate.read_text())
    with pytest.raises(ValueError, match=r"kind|RFC"):
        validity(ssl.DER_cert_to_PEM_cert(damage(der)))
