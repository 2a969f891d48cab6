"""Decoding is strict: a frame is whole and right, or it is refused."""

from __future__ import annotations

from uuid import UUID

import pytest

from companion.language.phrase import literal, phrase
from companion.protocol.codec import decode_client, decode_server, encode, request_id_of
from companion.protocol.limits import (
    MAX_ACTION_ARGUMENTS,
    MAX_ARGUMENT_CHARACTERS,
    MAX_CHAT_CHARACTERS,
    MAX_CLIENT_FRAME_BYTES,
)
from companion.protocol.responses import Notice
from companion.support.errors import Failure, ProtocolError

ID = "00000000-0000-4000-8000-000000000001"


def chat(text: str, extra: str = "") -> str:
    return f'{{"type":"system:chat","request":"{ID}","text":"{text}"{extra}}}'


def action(arguments: str, revision: str = "0") -> str:
    return (
        f'{{"type":"system:card_action","request":"{ID}","action":"system:x",'
        f'"card":{{"id":"{ID}","revision":{revision}}},"arguments":{arguments}}}'
    )


BAD = {
    "empty": "",
    "cut": '{"type":"system:chat"',
    "not an object": "[1]",
    "unknown type": '{"type":"system:grant"}',
    "no type": "{}",
    "missing id": '{"type":"system:chat","text":"a"}',
    "id is no uuid": '{"type":"system:chat","request":"7","text":"a"}',
    "unknown key": chat("a", ',"player":"x"'),
    "explicit null": f'{{"type":"system:chat","request":"{ID}","text":null}}',
    "null for an optional": action("null"),
    "empty text": chat(""),
    "text too long": chat("x" * (MAX_CHAT_CHARACTERS + 1)),
    "text is a number": f'{{"type":"system:chat","request":"{ID}","text":7}}',
    "decimal revision": action("{}", "1.0"),
    "true as a number": action("{}", "true"),
    "revision too large": action("{}", str(2**60)),
    "negative revision": action("{}", "-1"),
    "argument is no string": action('{"n":3}'),
    "argument too long": action('{"n":"%s"}' % ("x" * (MAX_ARGUMENT_CHARACTERS + 1))),
    "too many arguments": action(
        "{" + ",".join(f'"a{n}":""' for n in range(MAX_ACTION_ARGUMENTS + 1)) + "}"
    ),
    "identifier with capitals": action("{}").replace("system:x", "System:X"),
    "identifier without colon": action("{}").replace("system:x", "quests"),
    "identifier with a line break": action("{}").replace("system:x", "system:x\\n"),
    "locale with a line break": (
        '{"type":"system:hello","protocol":1,"token":"t","locale":"en_us\\n"}'
    ),
    "unknown control": f'{{"type":"system:control","request":"{ID}","action":"REVOKE"}}',
    "control by ordinal": f'{{"type":"system:control","request":"{ID}","action":0}}',
    "deep nesting": "[" * 5_000,
    "lone surrogate": chat("\ud800"),
}


@pytest.mark.behaviour("PROTO-025", "PROTO-044", "PROTO-045")
@pytest.mark.parametrize("frame", BAD.values(), ids=BAD)
def test_a_wrong_client_frame_is_refused_whole(frame):
    with pytest.raises(ProtocolError) as caught:
        decode_client(frame)
    assert caught.value.failure is Failure.INVALID_MESSAGE


@pytest.mark.behaviour("PROTO-036", "PROTO-035")
def test_frames_and_texts_are_taken_up_to_their_bounds():
    assert len(decode_client(chat("x" * MAX_CHAT_CHARACTERS)).text) == MAX_CHAT_CHARACTERS
    padded = chat("a") + " " * (MAX_CLIENT_FRAME_BYTES - len(chat("a")))
    assert decode_client(padded).text == "a"
    with pytest.raises(ProtocolError):
        decode_client(padded + " ")


@pytest.mark.behaviour("PROTO-047")
def test_a_default_holds_only_where_the_field_is_absent():
    frame = action("{}").replace(',"arguments":{}', "")
    assert decode_client(frame).arguments == {}


def test_the_id_of_a_bad_frame_is_found_where_there_is_one():
    assert request_id_of(chat("")) == UUID(ID)
    assert request_id_of('{"request":7}') is None
    assert request_id_of("[") is None
    assert request_id_of("[" * 5_000) is None


def test_a_server_frame_is_read_as_strictly():
    with pytest.raises(ProtocolError):
        decode_server('{"type":"system:hello","protocol":1,"generation":1,"extra":1}')


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(ProtocolError):
        decode_client(b'{"type":"system:ping","x":"\xff"}')


def test_halves_of_characters_do_not_keep_a_message_from_being_sent():
    said = Notice(literal("a \udcff quest"), spoken=(phrase("failure.busy", detail="\ud800"),))
    back = decode_server(encode(said))
    assert isinstance(back, Notice)
    assert (back.text.text, back.spoken[0].args) == ("a ? quest", {"detail": "?"})
