from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.support.sse import MAX_EVENT_BYTES, SseEvent, SseParser


def parsed(stream: bytes, size: int = 1 << 20) -> list[SseEvent]:
    parser = SseParser()
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
    return [event for piece in pieces for event in parser.feed(piece)] + parser.end()


@pytest.mark.parametrize(
    ("stream", "events"),
    [
        ("data:a\n\n", [("message", "a")]),
        ("data: a\n\n", [("message", "a")]),
        ("data:  a\n\n", [("message", " a")]),
        ("event:result\ndata:a\n\n", [("result", "a")]),
        ("data:a\ndata:b\ndata\n\n", [("message", "a\nb\n")]),
        (
            "data:a\r\n\r\ndata:b\r\rdata:c\n\n",
            [("message", "a"), ("message", "b"), ("message", "c")],
        ),
        (":HTTP_STATUS/200\ndata:a\n:x\n\n", [("message", "a")]),
        (": nothing\n\n\n\n", []),
        ("event:result\n\ndata:a\n\n", [("message", "a")]),
        ("retry:5\nunknown:x\nnonsense\ndata:a\n\n", [("message", "a")]),
        ("data:a: b: c\n\n", [("message", "a: b: c")]),
        ("\ufeffdata:a\n\n", [("message", "a")]),
        ("data:\ufeffa\n\n", [("message", "\ufeffa")]),
        ("data:a\n", [("message", "a")]),
        ("data:a", [("message", "a")]),
        ("", []),
    ],
    ids=repr,
)
def test_lines_become_events(stream: str, events: list[tuple[str, str]]) -> None:
    assert [(event.name, event.data) for event in parsed(stream.encode())] == events


def test_the_last_id_stays() -> None:
    events = parsed(b"id:7\ndata:a\n\ndata:b\n\nid:\0\ndata:c\n\n")
    assert [event.id for event in events] == ["7", "7", "7"]


def test_an_event_is_there_with_its_last_byte() -> None:
    parser = SseParser()
    assert parser.feed(b"data:a\r\n\r") == [SseEvent("message", "a")]
    assert parser.feed(b"\ndata:b\r") == []
    assert parser.feed(b"\n\r\n") == [SseEvent("message", "b")]


def test_bytes_that_are_no_text_do_not_stop_the_stream() -> None:
    assert [event.data for event in parsed(b"data:\xff\n\ndata:b\n\n")] == ["\ufffd", "b"]


def test_an_endless_event_is_refused() -> None:
    parser = SseParser()
    line = b"data:" + b"a" * (MAX_EVENT_BYTES // 4) + b"\n"
    assert [parser.feed(line) for _ in range(3)] == [[], [], []]
    with pytest.raises(ValueError, match="4 MiB"):
        parser.feed(line)


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=4),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.integers(1, 9),
)
def test_cuts_anywhere_change_nothing(texts: list[str], end: str, size: int) -> None:
    payloads = [json.dumps(text, ensure_ascii=False) for text in texts]
    stream = "".join(f":c{end}event:result{end}data:{p}{end}{end}" for p in payloads).encode()
    assert [event.data for event in parsed(stream, size)] == payloads
