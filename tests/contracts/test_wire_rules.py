"""Rules that hold for every message: what carries what, what is refused, what never travels."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import get_args
from uuid import UUID

import msgspec
import pytest

from companion.engine.execution.failures import AgentFailure
from companion.engine.execution.result import decode_result, encode_result, error, succeeded
from companion.language.phrase import literal, phrase
from companion.protocol import requests, responses
from companion.protocol.cards.help import HelpCard
from companion.protocol.codec import decode_client, decode_server, encode, schema
from companion.protocol.limits import Identifier
from companion.protocol.requests import CardAction, Request, UsageRequest
from companion.protocol.responses import Usage
from companion.support.errors import Failure, ProtocolError

ID = "00000000-0000-4000-8000-000000000001"
REF = {"id": ID, "revision": 1}
PRESS = {"type": "system:card_action", "request": ID, "card": REF, "action": "a:b"}


def refused(fields: dict[str, object]) -> bool:
    try:
        decode_client(json.dumps(fields))
    except ProtocolError:
        return True
    return False


@pytest.mark.behaviour("PROTO-005")
def test_opening_the_usage_page_is_a_flag_of_its_own() -> None:
    shown, refreshed = (decode_server(encode(Usage(open=one))) for one in (True, False))
    assert isinstance(shown, Usage)
    assert isinstance(refreshed, Usage)
    assert (shown.open, refreshed.open) == (True, False)
    assert msgspec.structs.replace(shown, open=False) == refreshed


@pytest.mark.behaviour("PROTO-013", "PROTO-014")
@pytest.mark.parametrize(
    "change",
    [
        {"card": None},
        {"card": ID},
        {"action": "no id"},
        {"arguments": {"a": 1}},
        {"arguments": {"a": True}},
        {"arguments": {"a": ["x"]}},
        {"arguments": {"a": None}},
    ],
    ids=["no card", "no revision", "no action", "number", "boolean", "list", "null"],
)
def test_a_press_names_its_card_its_action_and_texts_alone(change: dict[str, object]) -> None:
    assert not refused({**PRESS, "arguments": {"a": "1"}})
    fields = {**PRESS, **change}
    assert refused({name: value for name, value in fields.items() if value is not None})


@pytest.mark.behaviour("PROTO-024")
def test_a_request_id_is_a_uuid_in_every_message_that_has_one() -> None:
    messages = (*get_args(requests.ClientMessage), *get_args(responses.ServerMessage))
    fields = [
        field.type
        for message in messages
        for field in msgspec.structs.fields(message)
        if field.name == "request"
    ]
    assert set(map(str, fields)) == {str(UUID), str(UUID | msgspec.UnsetType)}
    assert all(refused({**PRESS, "request": name}) for name in ("bound", "open", "revoked", ""))


@pytest.mark.behaviour("PROTO-039")
@pytest.mark.parametrize("kind", get_args(Request), ids=lambda kind: kind.__name__)
def test_a_stale_extra_field_is_an_error_in_every_request(kind: type[msgspec.Struct]) -> None:
    given = {"text": "x", "call": {"moduleId": "a:b"}, "action": "STATE", "card": REF}
    given |= {"external": True, "free_chat": True, "history": True, "asset": "a:b"}
    names = {field.name for field in msgspec.structs.fields(kind)}
    fields: dict[str, object] = {"type": kind.__struct_config__.tag, "request": ID}
    fields |= {name: value for name, value in given.items() if name in names}
    if kind is CardAction:
        fields["action"] = "a:b"
    assert not refused(fields)
    assert refused({**fields, "sessionId": "old"})


@pytest.mark.behaviour("PROTO-042")
def test_messages_load_where_nothing_but_the_codec_is_installed() -> None:
    program = (
        "import sys\n"
        "allowed = set(sys.stdlib_module_names) | {'companion', 'msgspec', '__main__'}\n"
        "allowed |= {'typing_extensions'}  # msgspec looks whether it is there\n"
        "from companion.protocol import codec, signon, pack\n"
        "found = {name.partition('.')[0] for name in sys.modules} - allowed\n"
        "print(sorted(n for n in found if not n.startswith('_')))\n"
        "rooms = {n.split('.')[1] for n in sys.modules if n.startswith('companion.')}\n"
        "print(sorted(rooms))"
    )
    ran = subprocess.run(
        [
            sys.executable,
            "-I",
            "-c",
            f"sys_path = {sys.path!r}\nimport sys\nsys.path[:] = sys_path\n{program}",
        ],
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    foreign, rooms = ran.stdout.splitlines()
    assert set(json.loads(rooms.replace("'", '"'))) <= {"protocol", "language", "support"}
    assert json.loads(foreign.replace("'", '"')) == []


@pytest.mark.behaviour("PROTO-049")
def test_one_encoding_of_a_result_serves_storage_history_and_the_wire() -> None:
    card = HelpCard((), ())
    result = succeeded(phrase("a.b", n=1), spoken=(literal("x"),), cards=(card,))
    assert decode_result(encode_result(result)) == result
    turn = responses.AssistantTurn(UUID(ID), 0.0, result.text, result.spoken, result.cards)
    stored, sent = (json.loads(one) for one in (encode_result(result), encode(history(turn))))
    for name in ("text", "spoken", "cards"):
        assert stored.get(name) == sent["entries"][0][name]


def history(turn: responses.AssistantTurn) -> responses.History:
    return responses.History(UUID(ID), (turn,))


@pytest.mark.behaviour("PROTO-050")
def test_a_failure_travels_as_a_code_and_a_key_never_as_a_class() -> None:
    result = error(AgentFailure.of(Failure.NOT_FOUND, "wings"))
    stored = json.loads(encode_result(result))
    assert stored["code"] == "not_found"
    assert stored["text"] == {"key": "failure.not_found", "args": {"detail": "wings"}}
    assert "Error" not in encode_result(result).decode()
    assert "AgentFailure" not in json.dumps(schema())


@pytest.mark.behaviour("PROTO-052")
@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("system:item_query", True),
        ("example:deep/er.path-1", True),
        ("System:item", False),
        ("system:item query", False),
        ("item_query", False),
        ("system:", False),
        (":x", False),
        ("a:b:c", False),
        ("system:item\n", False),
        ("#system:default", False),
    ],
)
def test_an_identifier_is_namespace_and_path(text: str, fits: bool) -> None:
    try:
        msgspec.convert(text, Identifier)
    except msgspec.ValidationError:
        assert not fits
    else:
        assert fits


@pytest.mark.behaviour("PROTO-059", "USAGE-005")
def test_of_speech_nothing_travels_but_the_text_to_say() -> None:
    text = json.dumps(schema())
    assert '"spoken"' in text
    for word in ("appkey", "api_key", "apiKey", "audio", "pcm", "voice", "speech_usage", "tts"):
        assert word not in text
    assert {field.name for field in msgspec.structs.fields(UsageRequest)} == {
        "request",
        "everyone",
        "open",
    }
