"""The wire stays as it is: one golden frame a message, both ways."""

from __future__ import annotations

import json
from typing import get_args
from uuid import UUID

import msgspec
import pytest

from companion.language.phrase import Phrase, literal, phrase
from companion.protocol import in_game, pack, requests, responses, signon
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.help import HelpCard, HelpLine
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.item_sources import ItemSources
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestBrief, QuestList, QuestState
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.selection import Candidate, SelectionCard
from companion.protocol.cards.update import RemoveCard, ReplaceCard, ShowCard
from companion.protocol.codec import decode_client, decode_server, encode, schema
from companion.protocol.command_tree import CommandNode
from companion.support.errors import ProtocolError

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
    "chat in a mode": (
        requests.Chat(REQUEST, "查看任务", requests.Mode.LOCAL),
        f'{{"type":"system:chat","request":{ID},"text":"查看任务","mode":"local"}}',
    ),
    "invoke": (
        requests.Invoke(REQUEST, {"moduleId": "system:quest_list", "page": 2}),
        f'{{"type":"system:invoke","request":{ID},'
        '"call":{"moduleId":"system:quest_list","page":2}}',
    ),
    **{
        f"control {action}": (
            requests.Control(REQUEST, action),
            f'{{"type":"system:control","request":{ID},"action":"{action}"}}',
        )
        for action in requests.ControlAction
    },
    "preferences": (
        requests.SetPreferences(REQUEST, external=True, free_chat=False, history=True),
        f'{{"type":"system:preferences","request":{ID},'
        '"external":true,"free_chat":false,"history":true}',
    ),
    "asset_request": (
        pack.AssetRequest(REQUEST, "minecraft:furnace"),
        f'{{"type":"system:asset","request":{ID},"asset":"minecraft:furnace"}}',
    ),
    "asset_request with what is known": (
        pack.AssetRequest(REQUEST, "minecraft:furnace", "0" * 64),
        f'{{"type":"system:asset","request":{ID},"asset":"minecraft:furnace",'
        f'"known":"{"0" * 64}"}}',
    ),
    "show_in_game": (
        in_game.ShowInGame(REQUEST, "Quest done: Stone Age"),
        f'{{"type":"system:show_in_game","request":{ID},"text":"Quest done: Stone Age"}}',
    ),
    "usage_request": (
        requests.UsageRequest(REQUEST),
        f'{{"type":"system:usage_request","request":{ID},"everyone":false,"open":false}}',
    ),
    "heard": (
        requests.Heard(REQUEST, 2, is_whole=False),
        f'{{"type":"system:heard","request":{ID},"sentences":2,"is_whole":false}}',
    ),
    "pair": (
        signon.Pair(REQUEST, player="Alex"),
        f'{{"type":"system:pair","request":{ID},"player":"Alex","device":""}}',
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
    "lexicon": (
        pack.Lexicon("zh_cn", ("石器时代", "熔炉")),
        '{"type":"system:lexicon","locale":"zh_cn","names":["石器时代","熔炉"],"is_whole":true}',
    ),
    "asset": (
        pack.Asset(REQUEST, "minecraft:furnace", "0" * 64, b"\x89PNG"),
        f'{{"type":"system:asset","request":{ID},"asset":"minecraft:furnace",'
        f'"hash":"{"0" * 64}","data":"iVBORw=="}}',
    ),
    "asset that is known": (
        pack.Asset(REQUEST, "minecraft:furnace", "0" * 64),
        f'{{"type":"system:asset","request":{ID},"asset":"minecraft:furnace","hash":"{"0" * 64}"}}',
    ),
    "state": (
        responses.State("World", "Alex", "demo", 16, 12, True),
        '{"type":"system:state","world":"World","player":"Alex","link":"demo","quests":16,'
        '"open":12,"progress_known":true,"commands":[],"faults":[]}',
    ),
    "state of a known player": (
        responses.State(
            "World",
            "Alex",
            "demo",
            16,
            12,
            True,
            entitlement=responses.Entitlement("a:b", (requests.Mode.LOCAL,), True, True, False),
            tree=(
                CommandNode(
                    ("open", "打开"),
                    children=(CommandNode(("number",), "number", True, Phrase("does.open")),),
                ),
            ),
        ),
        '{"type":"system:state","world":"World","player":"Alex","link":"demo","quests":16,'
        '"open":12,"progress_known":true,"commands":[],"faults":[],"entitlement":{"system":"a:b",'
        '"modes":["local"],"external":true,"free_chat":true,"history":false,'
        '"name":"","description":"","operator":false},'
        '"tree":[{"names":["open","打开"],"children":[{"names":["number"],"kind":"number",'
        '"ends":true,"does":{"key":"does.open"}}]}]}',
    ),
    "open": (
        responses.Open(responses.View.FULL, REQUEST),
        f'{{"type":"system:open","view":"FULL","request":{ID}}}',
    ),
    "partial": (
        responses.Partial(REQUEST, 7, "Wel"),
        f'{{"type":"system:partial","request":{ID},"generation":7,"text":"Wel"}}',
    ),
    "history": (
        responses.History(
            REQUEST,
            (
                responses.UserTurn(REQUEST, 5.0, "help"),
                responses.AssistantTurn(REQUEST, 5.0, literal("ok")),
            ),
        ),
        f'{{"type":"system:history","request":{ID},"entries":['
        f'{{"role":"user","request":{ID},"at":5.0,"text":"help"}},'
        f'{{"role":"assistant","request":{ID},"at":5.0,"text":{{"text":"ok"}},'
        '"spoken":[],"cards":[],"code":""}]}',
    ),
    "usage": (
        responses.Usage(
            open=True,
            models=(
                responses.UsedOf(
                    "", "a/b", responses.Used(), responses.Used(calls=1, input=9, cost="0.02")
                ),
            ),
            model_currency="CNY",
            request=REQUEST,
        ),
        '{"type":"system:usage","open":true,"models":[{"player":"","source":"a/b","today":'
        '{"calls":0,"unreported":0,"input":0,"cached_input":0,"output":0,"thinking":0},"total":'
        '{"calls":1,"unreported":0,"input":9,"cached_input":0,"output":0,"thinking":0,'
        '"cost":"0.02"}}],"searches":[],"model_currency":"CNY","search_currency":"",'
        f'"is_whole":true,"request":{ID}}}',
    ),
    "binding": (
        signon.Binding(signon.BindingChange.BOUND, "system:default"),
        '{"type":"system:binding","change":"BOUND","system":"system:default"}',
    ),
    "pair": (
        signon.Pairing(REQUEST, signon.PairingStep.ENTER_CODE, 120.0),
        f'{{"type":"system:pair","request":{ID},"step":"ENTER_CODE","expires_s":120.0}}',
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


def tags(union: object) -> set[str]:
    """What the wire calls the members of a union of messages."""
    return {str(member.__struct_config__.tag) for member in get_args(union)}


@pytest.mark.behaviour("PROTO-007")
def test_the_request_families_of_this_version_are_exactly_these():
    families = {"chat", "invoke", "card_action", "control", "preferences", "usage_request"}
    families |= {"asset", "show_in_game"}
    connection = {"hello", "pair", "heard", "ping"}
    assert tags(requests.ClientMessage) == {f"system:{name}" for name in families | connection}
    assert {json.loads(frame)["type"] for _, frame in CLIENT.values()} == tags(
        requests.ClientMessage
    )


@pytest.mark.behaviour("PROTO-015")
def test_the_response_types_of_this_version_are_exactly_these():
    answers = {"reply", "notice", "open", "binding", "state", "history", "usage"}
    answers |= {"lexicon", "asset"}
    connection = {"hello", "accepted", "partial", "pair", "error", "ping"}
    assert tags(responses.ServerMessage) == {f"system:{name}" for name in answers | connection}
    assert {json.loads(frame)["type"] for _, frame in SERVER.values()} == tags(
        responses.ServerMessage
    )


@pytest.mark.behaviour("PROTO-009", "PROTO-043", "PROTO-046")
@pytest.mark.parametrize(
    "call",
    [
        "{}",
        '{"page":2}',
        '{"moduleId":"Bad Id"}',
        '{"moduleId":7}',
        '{"moduleId":"system:a","page":null}',
        '{"moduleId":"system:a","page":{"deep":1}}',
        '{"moduleId":"system:a","page":9007199254740993}',
        '{"moduleId":"system:a","":"x"}',
        '{"moduleId":"system:a",' + ",".join(f'"a{n}":1' for n in range(17)) + "}",
    ],
    ids=["empty", "no id", "bad id", "number", "null", "nested", "too big", "no name", "too many"],
)
def test_a_call_that_names_no_action_or_no_plain_values_is_refused(call):
    with pytest.raises(ProtocolError):
        decode_client(f'{{"type":"system:invoke","request":{ID},"call":{call}}}')


@pytest.mark.behaviour("PROTO-012", "PROTO-047")
@pytest.mark.parametrize("value", ['"true"', "1", "null"])
def test_a_preference_is_a_boolean(value):
    with pytest.raises(ProtocolError):
        decode_client(
            f'{{"type":"system:preferences","request":{ID},"external":{value},'
            '"free_chat":true,"history":true}'
        )


@pytest.mark.behaviour("PROTO-019", "PROTO-021")
@pytest.mark.parametrize(
    "frame",
    ['{"type":"system:open","view":"LARGE"}', '{"type":"system:binding","change":"LOST"}'],
    ids=["view", "binding"],
)
def test_an_unknown_choice_is_refused(frame):
    with pytest.raises(ProtocolError):
        decode_server(frame)


def names(schema: object) -> list[str]:
    """Every field and every choice in a schema."""
    found: list[str] = []
    if isinstance(schema, dict):
        found += [*schema.get("properties", ()), *map(str, schema.get("enum", ()))]
        schema = list(schema.values())
    for part in schema if isinstance(schema, list) else ():
        found += names(part)
    return found


@pytest.mark.behaviour("PROTO-055", "PROTO-056")
def test_no_message_of_a_client_speaks_of_speech_keys_or_administers():
    _, sent = msgspec.json.schema_components([requests.ClientMessage])
    words = " ".join([*names(sent), *tags(requests.ClientMessage)])
    assert "everyone" in words
    for forbidden in ("speech", "secret", "grant", "revoke", "reset"):
        assert forbidden not in words.lower()


def test_the_schema_knows_every_message_of_both_directions():
    made = schema()
    text = json.dumps(made)
    for tag in tags(requests.ClientMessage) | tags(responses.ServerMessage):
        assert f'"{tag}"' in text
    assert set(made["client"]["discriminator"]["mapping"]) == tags(requests.ClientMessage)


@pytest.mark.parametrize(
    "fields",
    [
        '"asset":"a:b","known":"abc"',
        '"asset":"../etc/passwd"',
        '"asset":"a:b","known":null',
        f'"asset":"a:{"b" * 300}"',
    ],
    ids=["half a hash", "a path", "null", "too long"],
)
def test_an_icon_is_asked_for_by_id_and_whole_hash(fields):
    with pytest.raises(ProtocolError):
        decode_client(f'{{"type":"system:asset","request":{ID},{fields}}}')


@pytest.mark.parametrize(
    "message",
    [
        pack.Lexicon("en_us", ("x",) * (pack.MAX_NAMES + 1)),
        pack.Lexicon("en_us", ("x" * (pack.MAX_NAME_CHARACTERS + 1),)),
        pack.Asset(REQUEST, "a:b", "0" * 64, b"x" * (pack.MAX_ASSET_BYTES + 1)),
    ],
    ids=["names", "a name", "bytes"],
)
def test_what_comes_of_the_pack_is_bounded(message):
    with pytest.raises(ProtocolError):
        decode_server(encode(message))
