"""Invented states for pictures: a world with all modules, books, servers, a past, trouble."""

from __future__ import annotations

import datetime
from dataclasses import replace
from uuid import UUID

from companion.cards.samples import samples
from companion.cards.view_state import CardViewState
from companion.client.pairing import PairingPhase, PairingState
from companion.client.past import Past, PastTurn
from companion.client.self_test_state import SelfTest, Stop
from companion.client.servers import Server
from companion.client.servers_view import ServersView
from companion.client.state import (
    ClientState,
    Entry,
    Health,
    LiveCard,
    Part,
    Phase,
    Speaker,
    Stages,
    Trouble,
    Voice,
)
from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.ref import CardRef
from companion.protocol.requests import Mode
from companion.protocol.responses import ClientModule, Entitlement, State, Usage, Used, UsedOf
from companion.speech.ledger.accounts import Account
from companion.speech.ledger.caps import Caps
from companion.speech.ledger.counts import Count, Ledger
from companion.speech.ledger.prices import Price, PriceList, Unit
from companion.speech.ledger.report import report
from companion.support.errors import Failure
from companion.ui.pages.desk import Books

DAY = datetime.date(2026, 5, 20)
PICTURED_DAYS = 26
FIRST_AT = 1_779_000_000.0
_PRICES = PriceList(
    "2026-05-01",
    "CNY",
    {
        "qwen/qwen3-tts-flash": Price(Unit.CHARACTERS, 0.8, 10_000),
        "aliyun_nls/asr": Price(Unit.SECONDS, 3.5, 3600),
    },
)


def card(number: int, name: str, locale: str) -> LiveCard:
    """A shipped sample as a card of the conversation."""
    return LiveCard(CardRef(UUID(int=number), 0), _data(name, locale), CardViewState())


def conversation(locale: str) -> ClientState:
    """Two turns with cards, in a world with all modules."""
    cards = (card(1, "quest_list", locale), card(2, "quest_detail", locale))
    return ClientState(
        locale=locale,
        engine=_engine(),
        parts=parts(),
        entries=(
            Entry(1, Speaker.PLAYER, phrase("ui.nav.quests.say"), 0.9),
            Entry(2, Speaker.COMPANION, literal(""), card=cards[0].ref),
            Entry(3, Speaker.PLAYER, phrase("ui.nav.next.say")),
            Entry(4, Speaker.COMPANION, literal(""), card=cards[1].ref),
        ),
        cards=cards,
        stages=Stages(first_answer=240.0, first_sound=1100.0, own=41.0),
    )


def over_the_game(locale: str) -> ClientState:
    """A card in front while the microphone listens."""
    front = card(1, "quest_detail_claimable", locale)
    return ClientState(
        locale=locale,
        parts=parts(),
        cards=(front,),
        front=front.ref,
        voice=Voice(Phase.LISTENING, "", seconds_left=51.4),
    )


def everything(locale: str) -> ClientState:
    """What the pages show."""
    failed = (
        Part("key", Health.READY, "F8"),
        Part("microphone", Health.READY, "-42 dB"),
        Part("ears", Health.LIMITED, "aliyun_nls", Failure.SPEECH_UNREACHABLE),
        Part("voice", Health.READY, "hibari"),
        Part("engine", Health.READY, "3 ms"),
    )
    return replace(
        conversation(locale),
        parts=failed,
        usage=_usage(),
        past=_past(locale),
        pinned=(card(3, "item_query", locale), card(4, "quest_list", locale)),
        pairing=PairingState(PairingPhase.ENTER_CODE, expires_s=300.0),
        trouble=Trouble(2, Failure.NOTHING_HEARD),
        self_test=SelfTest(
            passed=(Stop.VOICE,), stopped_at=Stop.EARS, reason=Failure.SPEECH_UNREACHABLE
        ),
    )


def parts() -> tuple[Part, ...]:
    """A status line where all is well."""
    words = ("F8", "-38 dB", "offline", "hibari", "3 ms")
    names = ("key", "microphone", "ears", "voice", "engine")
    return tuple(Part(name, Health.READY, said) for name, said in zip(names, words, strict=True))


def books() -> Books:
    """Four weeks of speech."""
    days = {
        (DAY - datetime.timedelta(days=n)).isoformat(): _of_day(n) for n in range(PICTURED_DAYS)
    }
    total: dict[str, Count] = {"openai/tts": Count(calls=3, characters=412, estimated=1)}
    for row in days.values():
        for source, count in row.items():
            total[source] = total.get(source, Count()) + count
    ledger = Ledger(total, days)
    day = DAY.isoformat()
    return Books(report(ledger, _PRICES, Caps(1.0, 10.0), day), ledger, _PRICES, day)


def servers() -> ServersView:
    """Two servers, the first in use."""
    first = Server(UUID(int=11), "Skyblock", "wss://play.example.org:7385/")
    second = Server(UUID(int=12), "LAN", "ws://192.168.1.20:7385/", insecure=True)
    accounts = (Account(UUID(int=21), "Alex"), Account(UUID(int=22)))
    return ServersView((first, second), str(first.id), accounts, str(accounts[0].id))


def _of_day(back: int) -> dict[str, Count]:
    calls = (back * 7 + 3) % 11
    if not calls:
        return {}
    return {
        "qwen/qwen3-tts-flash": Count(calls=calls, characters=calls * 310),
        "aliyun_nls/asr": Count(calls=calls + 2, milliseconds=calls * 4200),
    }


def _usage() -> Usage:
    used = UsedOf(
        "",
        "deepseek/deepseek-chat",
        Used(14, 0, 21_400, 9_000, 3_100, 0, "0.058"),
        Used(402, 2, 604_000, 210_000, 88_000, 12_000, "1.92"),
    )
    searches = UsedOf("", "brave", Used(3), Used(41))
    return Usage(False, (used,), (searches,), "CNY", "USD", is_whole=False)


def _past(locale: str) -> Past:
    data = _data("quest_guide", locale)
    asked, answered = phrase("ui.nav.next.say"), _told(data)
    turns: list[PastTurn] = []
    for number in range(3):
        at = FIRST_AT + number * 90_000
        turns.append(PastTurn(is_player=True, at=at, words=asked))
        cards = (data,) if number == 1 else ()
        turns.append(PastTurn(is_player=False, at=at + 2, words=answered, cards=cards))
    return Past(is_known=True, turns=tuple(turns))


def _engine() -> State:
    names = ("quests", "items", "help")
    modules = tuple(
        ClientModule(f"system:{name}", f"system:{name}", 90 - place, enabled=True)
        for place, name in enumerate(names)
    )
    entitled = Entitlement(
        "system:default", tuple(Mode), external=True, free_chat=True, history=True
    )
    return State(
        "All the Mods 11",
        "Alex",
        "demo",
        quests=40,
        open=3,
        progress_known=True,
        entitlement=entitled,
        modules=modules,
    )


def _told(data: CardData) -> Phrase:
    return data.build_card().text or literal("")


def _data(name: str, locale: str) -> CardData:
    return next(sample.data for sample in samples(locale) if sample.name == name)
