"""Replies put together from what services send, proper and not."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.models.failure import ModelError
from companion.engine.models.model import Finish, FunctionCall, ModelReply, ModelUsage
from companion.engine.models.reply import MOST_CALLS, MOST_CHARACTERS, ReplyParts
from companion.engine.models.wire_names import WireNames
from companion.support.errors import Failure

NAMES = WireNames(["system:quest_list"])
CALL = {"id": "c1", "function": {"name": "system_quest_list", "arguments": "{}"}}


def piece(finish: str | None = None, **delta: Any) -> dict[str, Any]:
    return {"model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def put_together(*chunks: object) -> ModelReply:
    parts = ReplyParts(NAMES)
    for chunk in chunks:
        parts.feed(chunk)
    return parts.reply()


def failure_of(*chunks: object) -> ModelError:
    with pytest.raises(ModelError) as failed:
        put_together(*chunks)
    return failed.value


def test_words_become_a_text() -> None:
    reply = put_together(piece(content="Two "), piece(content="open."), piece("stop"))

    assert (reply.text, reply.finish, reply.model) == ("Two open.", Finish.STOP, "m")


@pytest.mark.behaviour("ENG-087")
def test_a_reply_is_plain_data() -> None:
    reply = put_together(piece("stop", content="Two."))

    assert dataclasses.is_dataclass(reply)
    assert {f.name for f in dataclasses.fields(reply)}.isdisjoint({"failure", "error", "ok"})


@pytest.mark.behaviour("CHAT-002")
def test_pieces_of_a_call_are_joined_by_their_index() -> None:
    reply = put_together(
        piece(tool_calls=[{"index": 0, "id": "c1", "function": {"name": "system_quest_list"}}]),
        piece(tool_calls=[{"index": 0, "function": {"arguments": '{"pa'}}]),
        piece(tool_calls=[{"index": 1, "id": "c2", "function": {"name": "b", "arguments": "{}"}}]),
        piece("tool_calls", tool_calls=[{"index": 0, "function": {"arguments": 'ge": 1}'}}]),
    )

    first = FunctionCall("c1", "system:quest_list", '{"page": 1}')
    assert reply.calls == (first, FunctionCall("c2", "b", "{}"))
    assert reply.finish is Finish.CALLS


@pytest.mark.parametrize(
    ("delta", "call"),
    [
        ({"tool_calls": [CALL]}, FunctionCall("c1", "system:quest_list", "{}")),
        (
            {"tool_calls": [{"function": {"name": "f", "arguments": {"a": 1}}}]},
            FunctionCall("call_place 0", "f", '{"a": 1}'),
        ),
        (
            {"tool_calls": [{"id": "c", "function": {"name": "f", "arguments": None}}]},
            FunctionCall("c", "f", "{}"),
        ),
    ],
    ids=["without an index", "arguments as an object, no id", "no arguments"],
)
def test_calls_are_understood_as_services_spell_them(
    delta: dict[str, Any], call: FunctionCall
) -> None:
    assert put_together(piece("stop", **delta)).calls == (call,)


def test_a_reply_that_stops_with_calls_ends_with_calls() -> None:
    assert put_together(piece("stop", tool_calls=[CALL])).finish is Finish.CALLS


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ([{"type": "text", "text": "Two"}, {"type": "text", "text": "."}, 3], "Two."),
        ("Two.", "Two."),
    ],
    ids=["parts", "a string"],
)
def test_content_may_come_in_parts(content: object, text: str) -> None:
    assert put_together(piece("stop", content=content)).text == text


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_thoughts_are_kept_apart_from_the_text(field: str) -> None:
    reply = put_together(piece(**{field: "Hm. "}), piece("stop", content="Two."))

    assert (reply.thought, reply.text) == ("Hm. ", "Two.")
    assert reply.as_message().thought == "Hm. "


def test_a_whole_reply_is_read_like_one_piece() -> None:
    message = {"role": "assistant", "content": "Two."}
    body = {"choices": [{"message": message, "finish_reason": "length"}], "usage": None}

    assert put_together(body) == ModelReply("Two.", finish=Finish.LENGTH)


def test_an_end_nobody_knows_is_an_end() -> None:
    assert put_together(piece("eos", content="Two.")).finish is Finish.OTHER


@pytest.mark.behaviour("USAGE-008")
def test_usage_comes_with_a_last_chunk_without_choices() -> None:
    usage = {"prompt_tokens": 34, "completion_tokens": 12}

    reply = put_together(piece("stop", content="Two."), {"choices": [], "usage": usage})

    assert reply.usage == ModelUsage(input=34, output=12)


@pytest.mark.parametrize(
    "chunk",
    [
        None,
        "words",
        [1],
        {"choices": 5},
        {"choices": [5]},
        {"choices": [{"delta": 5}]},
        piece(tool_calls="f"),
        piece(tool_calls=[7]),
        piece(tool_calls=[{"index": n} for n in range(MOST_CALLS + 1)]),
        piece(content="x" * (MOST_CHARACTERS + 1)),
    ],
    ids=[
        "null", "text", "list", "choices", "choice", "delta", "calls", "call", "many calls", "long",
    ],
)  # fmt: skip
def test_what_is_no_reply_is_garbled(chunk: object) -> None:
    assert failure_of(chunk, piece("stop", content="Two.")).failure is Failure.MODEL_GARBLED


@pytest.mark.parametrize(
    ("chunks", "failure"),
    [
        ([piece(content="Two")], Failure.MODEL_TRUNCATED),
        ([], Failure.MODEL_TRUNCATED),
        ([piece("stop", content=" ")], Failure.MODEL_GARBLED),
        ([piece("length")], Failure.MODEL_GARBLED),
        ([piece("content_filter", content="Tw")], Failure.MODEL_TEXT_REFUSED),
        ([piece("insufficient_system_resource")], Failure.MODEL_BUSY),
        ([{"error": {"message": "secret", "code": "x_y"}}], Failure.MODEL_SERVICE_ERROR),
        ([{"error": "all is lost"}], Failure.MODEL_SERVICE_ERROR),
    ],
    ids=["cut", "nothing", "blank", "only thought", "filtered", "overloaded", "error", "odd error"],
)
def test_a_reply_that_is_none_says_why(chunks: list[object], failure: Failure) -> None:
    error = failure_of(*chunks)

    assert error.failure is failure
    assert "secret" not in error.detail


def test_an_error_keeps_the_usage_that_was_reported_before() -> None:
    error = failure_of({"usage": {"prompt_tokens": 3}}, {"error": {"code": "x_y"}})

    assert (error.usage, error.was_sent) == (ModelUsage(input=3), True)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["choices", "delta", "message", "content", "tool_calls", "function", "name", "id",
             "arguments", "index", "finish_reason", "usage", "prompt_tokens", "error", "model"]
        ),
        inner,
        max_size=5,
    ),
    max_leaves=25,
)  # fmt: skip


def outcome(chunks: list[object]) -> ModelReply | ModelError:
    try:
        return put_together(*chunks)
    except ModelError as error:
        return error


@given(st.lists(_JSON, max_size=4))
def test_whatever_comes_is_a_reply_or_a_reason(chunks: list[object]) -> None:
    found = outcome(chunks)

    assert found.was_sent if isinstance(found, ModelError) else found.text or found.calls
