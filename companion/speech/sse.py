"""Server-sent events, see `support/sse.py`."""

from companion.support.sse import MAX_EVENT_BYTES, SseEvent, SseParser

__all__ = ["MAX_EVENT_BYTES", "SseEvent", "SseParser"]
