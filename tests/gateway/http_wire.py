"""As much HTTP/1.1 over asyncio streams as a gateway needs; header order and case are kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: tuple[tuple[str, str], ...]
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str:
        """The first header of a name, in any case; empty when there is none."""
        return next((v for n, v in self.headers if n.lower() == name.lower()), "")


async def read_request(reader: asyncio.StreamReader) -> Request:
    """Read one request; raises IncompleteReadError when the client leaves."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.rstrip("\r\n").split("\r\n")
    method, target, _ = first.split(" ", 2)
    headers = tuple((n.strip(), v.strip()) for n, _, v in (line.partition(":") for line in lines))
    request = Request(method, "", (), headers, b"")
    body = await reader.readexactly(int(request.header("content-length") or 0))
    parts = urlsplit(target)
    query = tuple(parse_qsl(parts.query, keep_blank_values=True))
    return Request(method, parts.path, query, headers, body)


def response(status: int, body: bytes, kind: str, **headers: str) -> bytes:
    """A whole response that ends the connection."""
    return head(status, {"Content-Type": kind, "Content-Length": str(len(body))} | headers) + body


def json_response(status: int, value: object) -> bytes:
    """A JSON answer."""
    return response(status, json.dumps(value, ensure_ascii=False).encode(), "application/json")


def head(status: int, headers: Mapping[str, str]) -> bytes:
    """Status line and headers of a response that ends the connection."""
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def chunk(data: bytes) -> bytes:
    """One chunk of a chunked body; empty data ends the body."""
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"
