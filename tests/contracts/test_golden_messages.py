"""The wire stays as it is: one golden frame a message, both ways."""

from __future__ import annotations

import json
from uuid import UUID

import pytest

from companion.language.phrase import literal, phrase
from companion.protocol import requests, responses
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.help import HelpCard, HelpLine
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.item_sources import ItemSources
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestBrief, QuestList, QuestState
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.selection import Candidate, SelectionCard
from companion.protocol.cards.update import RemoveCard, ReplaceCard, ShowCard
from companion.protocol.codec import decode_client, decode_server, encode

REQUEST = UUID("00000000-0000-4000-8000-000000000001")
CARD = CardRef(UUID("00000000-0000-4000-8000-0000000000ca"), 2)
ID = '"00000000-0000-4000-8000-000000000001"'
REF = '{"id":"00000000-0000-4000-8000-0000000000ca","revision":2}'

CLIENT = {
    "hello": (
        requests.Hello(1, "secret", "en_us", "0.1.0"),
        '{"type":"system:hello","protocol":1,"token":"secret","locale":"en_us","client":"0.1.0"}',
    ),
    "chat": (
        requests.Chat(REQUEST, "查看任务"),
        f'{{"type":"system:chat","request":{ID},"text":"查看任务"}}',
    ),
    "control": (
        requests.Control(REQUEST, requests.ControlAction.STATE),
        f'{{"type":"system:control","request":{ID},"action":"STATE"}}',
    ),
    "card_action": (
        requests.CardAction(REQUEST, CARD, "system:quest_detail", {"quest": "00000000000000A1"}),
        f'{{"type":"system:card_action","request":{ID},"card":{REF},'
        '"action":"system:quest_detail","arguments":{"quest":"00000000000000A1"}}',
    ),
    "ping": (requests.Ping(), '{"type":"system:ping"}'),
}

SERVER = {
    "hello": (
        responses.Welcome(1, 7, "0.1.0"),
        '{"type":"system:hello","protocol":1,"generation":7,"engine":"0.1.0"}',
    ),
    "accepted": (
        responses.Accepted(REQUEST, 30.0),
        f'{{"type":"system:accepted","request":{ID},"deadline_s":30.0}}',
    ),
    "reply": (
        responses.Reply(
            REQUEST, 7, responses.Outcome.SUCCEEDED, literal("ok"), cards=(RemoveCard(CARD),)
        ),
        f'{{"type":"system:reply","request":{ID},"generation":7,"outcome":"SUCCEEDED",'
        f'"text":{{"text":"ok"}},"spoken":[],"cards":[{{"mode":"REMOVE","ref":{REF}}}],'
        '"code":"","action":""}',
    ),
    "notice": (
        responses.Notice(phrase("a.b", n=1)),
        '{"type":"system:notice","text":{"key":"a.b","args":{"n":"1"}},"spoken":[],"cards":[]}',
    ),
    "state": (
        responses.State("World", "Alex", "demo", 16, 12, True),
        '{"type":"system:state","world":"World","player":"Alex","link":"demo","quests":16,'
        '"open":12,"progress_known":true,"commands":[],"faults":[]}',
    ),
    "error": (
        responses.ErrorMessage("busy", phrase("failure.busy"), REQUEST),
        f'{{"type":"system:error","code":"busy","text":{{"key":"failure.busy"}},"request":{ID}}}',
    ),
    "ping": (responses.Ping(), '{"type":"system:ping"}'),
}

TILE = ItemPreview("minecraft:furnace", "Furnace", 8, have=6)
BRIEF = QuestBrief(
    1, "00000000000000A1", "Stone Age", "Start", QuestState.STARTED, phrase("x"), 6, 8, TILE
)
CARDS = {
    "quest_list": QuestList(phrase("t"), phrase("h"), (BRIEF,), (phrase("s"),)),
    "quest": QuestOutput(
        "00000000000000A1",
        "T",
        "S",
        "C",
        QuestState.OPEN,
        phrase("l"),
        ("a", ""),
        (TILE,),
        (),
        (),
        (),
    ),
    "help": HelpCard((HelpLine(phrase("a"), phrase("b"), ServerAction("system:help")),), ()),
    "selection": SelectionCard(
        phrase("q"), (Candidate(literal("A"), ServerAction("system:quest_list")),), ()
    ),
    "item_sources": ItemSources(TILE, phrase("l"), (BRIEF,), ()),
}


@pytest.mark.behaviour("PROTO-002", "PROTO-006", "PROTO-008")
@pytest.mark.parametrize(("message", "frame"), CLIENT.values(), ids=CLIENT)
def test_a_client_message_keeps_its_form(message, frame):
    assert encode(message) == frame
    assert decode_client(frame) == message


@pytest.mark.behaviour("PROTO-015", "PROTO-016")
@pytest.mark.parametrize(("message", "frame"), SERVER.values(), ids=SERVER)
def test_a_server_message_keeps_its_form(message, frame):
    assert encode(message) == frame
    assert decode_server(frame) == message


@pytest.mark.behaviour("CARD-001", "CARD-019")
@pytest.mark.parametrize("data", CARDS.values(), ids=CARDS)
@pytest.mark.parametrize("update", [ShowCard, ReplaceCard])
def test_every_card_type_survives_the_wire(data, update):
    notice = responses.Notice(literal(""), cards=(update(CARD, data),))
    assert decode_server(encode(notice)) == notice


@pytest.mark.behaviour("CARD-019")
@pytest.mark.parametrize("mode", ["SHOW", "REPLACE"])
def test_showing_needs_data_and_removing_does_not(mode):
    frame = '{"type":"system:notice","text":{},"cards":[{"mode":"%s","ref":%s}]}'
    with pytest.raises(Exception, match="data"):
        decode_server(frame % (mode, REF))
    assert decode_server(frame % ("REMOVE", REF)).cards == (RemoveCard(CARD),)


@pytest.mark.behaviour("PROTO-007")
def test_the_request_families_of_this_version_are_exactly_these():
    schema = {json.loads(frame)["type"] for _, frame in CLIENT.values()}
    assert schema == {
        "system:hello",
        "system:chat",
        "system:control",
        "system:card_action",
        "system:ping",
    }
