"""Names that a price list knows services by. Pure."""

from __future__ import annotations

from urllib.parse import urlsplit

MAINLAND = ("cn-beijing", "cn-shanghai", "cn-shenzhen", "cn-hangzhou")
"""Regions with the prices of the mainland; they are not named in a source."""
_INTERNATIONAL = "dashscope-intl.aliyuncs.com"
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def source(provider: str, model: str, region: str = "") -> str:
    """`provider/model`, or `provider/model@region` where the region has prices of its own."""
    named = f"{provider}/{model}"
    return f"{named}@{region}" if region and region not in MAINLAND else named


def dashscope_region(base_url: str) -> str:
    """The region of an address of DashScope; empty for the mainland, and for others'."""
    host = urlsplit(base_url).hostname or ""
    if host == _INTERNATIONAL:
        return "ap-southeast-1"
    parts = host.split(".")
    is_workspace = host.endswith(".maas.aliyuncs.com") and len(parts) == 5
    return parts[1] if is_workspace and parts[1] not in MAINLAND else ""


def is_local(address: str) -> bool:
    """Whether an address, with or without a scheme, is this computer: nobody sends a bill."""
    host = urlsplit(address if "://" in address else f"//{address}").hostname or ""
    return host in _LOOPBACK or host.startswith("127.")
