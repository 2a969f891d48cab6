"""The messages of sign-on are strict, hold no more than they must, and select no other player."""

from __future__ import annotations

import json
from uuid import UUID

import msgspec
import pytest

from companion.protocol import requests
from companion.protocol.signon import (
    Binding,
    BindingChange,
    Pair,
    Pairing,
    PairingStep,
)

REQUEST = UUID("00000000-0000-4000-8000-000000000001")
PLAYER = UUID("00000000-0000-4000-8000-0000000000a1")
ID = '"00000000-0000-4000-8000-000000000001"'
TOKEN = "A" * 43

GOLDEN = {
    "ask by name": (
        Pair(REQUEST, player="Alex", device="laptop"),
        f'{{"type":"system:pair","request":{ID},"player":"Alex","device":"laptop"}}',
    ),
    "enter a code": (
        Pair(REQUEST, code="004217"),
        f'{{"type":"system:pair","request":{ID},"code":"004217","device":""}}',
    ),
    "enter": (
        Pairing(REQUEST, PairingStep.ENTER_CODE, expires_s=120.0),
        f'{{"type":"system:pair","request":{ID},"step":"ENTER_CODE","expires_s":120.0}}',
    ),
    "type": (
        Pairing(REQUEST, PairingStep.TYPE_IN_GAME, expires_s=300.0, code="004217"),
        f'{{"type":"system:pair","request":{ID},"step":"TYPE_IN_GAME","expires_s":300.0,'
        '"code":"004217"}',
    ),
    "paired": (
        Pairing(REQUEST, PairingStep.PAIRED, player=PLAYER, token=TOKEN),
        f'{{"type":"system:pair","request":{ID},"step":"PAIRED",'
        f'"player":"{PLAYER}","token":"{TOKEN}"}}',
    ),
    "bound": (
        Binding(BindingChange.BOUND, "example:daily"),
        '{"type":"system:binding","change":"BOUND","system":"example:daily"}',
    ),
    "revoked": (Binding(BindingChange.REVOKED), '{"type":"system:binding","change":"REVOKED"}'),
    "invalidated": (
        Binding(BindingChange.INVALIDATED, "example:daily"),
        '{"type":"system:binding","change":"INVALIDATED","system":"example:daily"}',
    ),
}


@pytest.mark.behaviour("PROTO-021")
@pytest.mark.parametrize(("message", "frame"), GOLDEN.values(), ids=GOLDEN)
def test_a_frame_stays_as_it_is(message, frame):
    assert msgspec.json.encode(message).decode() == frame
    assert msgspec.json.decode(frame, type=type(message)) == message


BAD_PAIRS = {
    "no request": {"player": "Alex"},
    "request is no id": {"request": "1", "player": "Alex"},
    "both steps at once": {"request": str(REQUEST), "player": "Alex", "code": "123456"},
    "short code": {"request": str(REQUEST), "code": "12345"},
    "long code": {"request": str(REQUEST), "code": "1234567"},
    "code as a number": {"request": str(REQUEST), "code": 123456},
    "other digits": {"request": str(REQUEST), "code": "１２３４５６"},
    "code with a line break": {"request": str(REQUEST), "code": "123456\n"},
    "null": {"request": str(REQUEST), "code": None},
    "selector": {"request": str(REQUEST), "player": "@a"},
    "quote": {"request": str(REQUEST), "player": 'Al"ex'},
    "name with a space": {"request": str(REQUEST), "player": "Alex Steve"},
    "name with a control sign": {"request": str(REQUEST), "player": "Al\x07ex"},
    "empty name": {"request": str(REQUEST), "player": ""},
    "long name": {"request": str(REQUEST), "player": "A" * 49},
    "long device": {"request": str(REQUEST), "device": "d" * 65},
    "unknown key": {"request": str(REQUEST), "uuid": str(PLAYER)},
}


@pytest.mark.behaviour("PROTO-044", "PROTO-045", "PROTO-035")
@pytest.mark.parametrize("fields", BAD_PAIRS.values(), ids=BAD_PAIRS)
def test_a_bad_message_is_refused_whole(fields):
    frame = json.dumps({"type": "system:pair", **fields})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(frame, type=Pair)


@pytest.mark.parametrize("name", ["Alex", "_a_", ".Bedrock1", "*Bedrock", "小明", "a-b"], ids=ascii)
def test_names_of_all_games_are_taken(name):
    assert Pair(REQUEST, player=name) == msgspec.convert(
        {"type": "system:pair", "request": str(REQUEST), "player": name}, Pair
    )


@pytest.mark.behaviour("PROTO-021")
@pytest.mark.parametrize("change", ["bound", "UNBOUND", "", 0], ids=str)
def test_an_unknown_change_is_refused(change):
    frame = json.dumps({"type": "system:binding", "change": change})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(frame, type=Binding)


def test_what_is_secret_shows_in_no_text_of_the_message():
    shown = Pairing(REQUEST, PairingStep.TYPE_IN_GAME, expires_s=300.0, code="004217")
    paired = Pairing(REQUEST, PairingStep.PAIRED, player=PLAYER, token=TOKEN)
    assert "004217" not in f"{shown!r} {shown}"
    assert TOKEN not in f"{paired!r} {paired}"


@pytest.mark.behaviour("PROTO-029")
@pytest.mark.parametrize(
    "message", [requests.Hello, requests.Chat, requests.Control, requests.CardAction, Pair]
)
def test_no_message_of_a_client_has_a_place_for_a_player_s_id(message):
    ids = {field.name for field in msgspec.structs.fields(message) if field.type is UUID}
    assert ids <= {"request"}
