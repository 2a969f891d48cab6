"""WebSocket addresses that belong to an HTTP address of DashScope. Pure."""

from __future__ import annotations

from urllib.parse import quote, urlsplit


def task_url(base_url: str) -> str:
    """Where tasks are run: recognition by the task protocol."""
    return f"{_root(base_url)}/api-ws/v1/inference"


def realtime_url(base_url: str, model: str) -> str:
    """Where a model is talked to in real time."""
    return f"{_root(base_url)}/api-ws/v1/realtime?model={quote(model, safe='')}"


def _root(base_url: str) -> str:
    parts = urlsplit(base_url)
    return f"{'ws' if parts.scheme == 'http' else 'wss'}://{parts.netloc}"
