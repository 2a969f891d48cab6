"""How the clouds are reached over HTTPS: a fresh connection a request, through the system's proxy.

Connections are not kept: one that died unseen while idle would hold the next sentence up until its
time-out. Importing this module takes query strings, which carry key ids and signatures, out of
httpx's log lines.
"""

from __future__ import annotations

import logging

import httpx

from companion.support.trust import trust as trust

CONNECT_TIMEOUT_S = 10.0


def one_shot_client(read_timeout_s: float) -> httpx.AsyncClient:
    """A client for one request; it honours HTTP(S)_PROXY, NO_PROXY and follows no redirect.

    Raises:
        ImportError: A SOCKS proxy is set and the package for it is missing.
        ValueError: The proxy's address is none.
        httpx.InvalidURL: Likewise.
    """
    timeout = httpx.Timeout(CONNECT_TIMEOUT_S, read=read_timeout_s)
    limits = httpx.Limits(max_keepalive_connections=0)
    return httpx.AsyncClient(verify=trust(), timeout=timeout, limits=limits)


class _WithoutQuery(logging.Filter):
    """Cuts addresses at the question mark."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                a.copy_with(query=None) if isinstance(a, httpx.URL) else a for a in record.args
            )
        return True


logging.getLogger("httpx").addFilter(_WithoutQuery())
