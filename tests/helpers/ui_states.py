"""States as a client would show them, and a client that only writes down what it is asked."""

from __future__ import annotations

from uuid import UUID

from companion.cards.view_state import CardViewState
from companion.client.orders import Order
from companion.client.state import (
    ClientState,
    Entry,
    Health,
    LiveCard,
    Part,
    Phase,
    Speaker,
    Stages,
    Voice,
)
from companion.language.phrase import Phrase, literal, phrase
from companion.protocol.cards.builder import Action, ServerAction
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.help import HelpCard, HelpLine
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.item_sources import ItemSources
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestBrief, QuestList, QuestState
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.selection import Candidate, SelectionCard
from companion.protocol.responses import State

READ = {
    "en_us": {
        "titles": (
            "Stone Age",
            "Shiny Things",
            "A Place to Craft",
            "Copper Everywhere",
            "Into the Dark",
            "The First Machine",
            "Bread and Butter",
        ),
        "lines": (
            "6 of 8 furnaces",
            "Find your first diamond",
            "Done, take the reward",
            "14 of 32 raw copper",
            "First finish Shiny Things",
            "",
            "All done",
        ),
        "items": ("Furnace", "Diamond", "Crafting Table", "Raw Copper", "Torch", "Gear", "Bread"),
        "chapter": "Getting Started",
        "list": "Open quests",
        "hint": "Say “the second one”, “next page” or a name",
        "ask": "What should I do next?",
        "answer": "Three quests are open. The quickest is “Stone Age”: you still need 2 furnaces.",
        "world": "All the Mods 11",
    },
    "zh_cn": {
        "titles": (
            "石器时代",
            "闪闪发光",
            "安身之处",
            "遍地是铜",
            "深入黑暗",
            "第一台机器",
            "面包与黄油",
        ),
        "lines": (
            "熔炉 6 / 8",
            "找到第一颗钻石",
            "已完成，可以领奖",
            "粗铜 14 / 32",
            "要先完成：闪闪发光",
            "",
            "全部完成",
        ),
        "items": ("熔炉", "钻石", "工作台", "粗铜", "火把", "齿轮", "面包"),
        "chapter": "新手入门",
        "list": "进行中的任务",
        "hint": "可以说“第二个”“下一页”或任务名",
        "ask": "我接下来做什么？",
        "answer": "现在有三个任务。最快的是“石器时代”：还差 2 个熔炉。",
        "world": "All the Mods 11 整合包",
    },
}
STATES = (
    QuestState.STARTED,
    QuestState.OPEN,
    QuestState.CLAIMABLE,
    QuestState.STARTED,
    QuestState.LOCKED,
    QuestState.UNKNOWN,
    QuestState.DONE,
)
DONE = ((6, 8), (0, 1), (1, 1), (14, 32), (0, 4), (0, 0), (3, 3))


class RecordingCommands:
    """Implements `ClientCommands` by keeping a list of calls."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    def talk_down(self) -> None:
        self.calls.append(("talk_down",))

    def talk_up(self) -> None:
        self.calls.append(("talk_up",))

    def cancel(self) -> None:
        self.calls.append(("cancel",))

    def send(self, text: str) -> None:
        self.calls.append(("send", text))

    def press(self, card: CardRef, action: Action) -> None:
        self.calls.append(("press", card, action))

    def turn_page(self, card: CardRef, page: int) -> None:
        self.calls.append(("turn_page", card, page))

    def order(self, order: Order) -> None:
        self.calls.append(("order", order))


def ref(number: int, revision: int = 0) -> CardRef:
    """The card with a number."""
    return CardRef(UUID(int=number), revision)


def live(number: int, data: CardData, page: int = 0, **changes: bool) -> LiveCard:
    """A card of this connection."""
    return LiveCard(ref(number), data, CardViewState(page), **changes)


def brief(number: int, locale: str = "en_us") -> QuestBrief:
    """One row; numbers over 7 repeat the words."""
    words, place = READ[locale], (number - 1) % 7
    done, total = DONE[place]
    return QuestBrief(
        number=number,
        quest=f"{number:016X}",
        title=words["titles"][place],
        chapter=words["chapter"] if number % 2 else "",
        state=STATES[place],
        line=literal(words["lines"][place]),
        done=done,
        total=total,
        icon=ItemPreview(
            f"minecraft:item_{place}", words["items"][place], count=2 if place == 0 else 1
        ),
    )


def quest_list(count: int = 12, locale: str = "en_us") -> QuestList:
    """A list of quests in every state."""
    words = READ[locale]
    quests = tuple(brief(number, locale) for number in range(1, count + 1))
    return QuestList(literal(words["list"]), literal(words["hint"]), quests, (literal("."),))


def quest(locale: str = "en_us") -> QuestOutput:
    """One quest with goals and rewards, its title coloured as packs do it."""
    english = locale == "en_us"
    items = READ[locale]["items"]
    return QuestOutput(
        quest=f"{2:016X}",
        title="§bShiny§r Things" if english else "§b闪闪§r发光",
        subtitle="Deep down it glitters" if english else "深处有光",
        chapter=READ[locale]["chapter"],
        state=QuestState.STARTED,
        line=literal("1 of 3 goals done" if english else "3 个目标完成了 1 个"),
        description=(
            (
                "Diamonds hide far below. Bring an §eiron pickaxe§r, and mind the lava: "
                "it is always closer than it looks.",
                "",
                "Layer -58 is a good place to start.",
            )
            if english
            else (
                "钻石藏在很深的地方。带上§e铁镐§r，小心岩浆：它总比看上去更近。",
                "",
                "从 -58 层开始挖比较合适。",
            )
        ),
        tasks=(
            ItemPreview("minecraft:item_1", items[1], count=3, have=1),
            ItemPreview("minecraft:item_4", items[4], count=64, have=64, done=True),
            ItemPreview("minecraft:item_0", items[0], count=1, have=0, others=4),
        ),
        rewards=(
            ItemPreview("minecraft:item_6", items[6], count=16),
            ItemPreview("", "50 XP" if english else "50 经验", count=50),
        ),
        missing=(),
        spoken=(literal("."),),
    )


def help_card() -> HelpCard:
    """Two sentences that work."""
    lines = (
        HelpLine(phrase("ui.nav.quests.say"), phrase("ui.nav.quests"), action()),
        HelpLine(phrase("ui.nav.next.say"), phrase("ui.nav.next"), action()),
    )
    return HelpCard(lines, (literal("."),))


def selection() -> SelectionCard:
    """A question with two candidates."""
    return SelectionCard(
        literal("Did you mean one of these?"),
        (Candidate(literal("Stone Age"), action()), Candidate(literal("Stone Bricks"), action())),
        (literal("."),),
    )


def item_sources(locale: str = "en_us") -> ItemSources:
    """An item two quests ask for."""
    words = READ[locale]
    return ItemSources(
        ItemPreview("minecraft:item_0", words["items"][0], count=0, have=6),
        literal(words["lines"][0]),
        (brief(1, locale), brief(3, locale)),
        (literal("."),),
    )


def action(quest: str = "1") -> ServerAction:
    """Some server action."""
    return ServerAction("system:quest_detail", {"quest": quest})


def every_card() -> tuple[CardData, ...]:
    """One card of each shipped type."""
    return (quest_list(), quest(), help_card(), selection(), item_sources())


def parts() -> tuple[Part, ...]:
    """A status line where all is well."""
    return (
        Part("key", Health.READY, "F8"),
        Part("microphone", Health.READY, "-38 dB"),
        Part("ears", Health.READY, "offline en"),
        Part("voice", Health.READY, "hibari"),
        Part("engine", Health.READY, "3 ms"),
    )


def engine(locale: str = "en_us") -> State:
    """The engine's account of a world."""
    return State(READ[locale]["world"], "Alex", "demo", quests=40, open=3, progress_known=True)


def said(number: int, words: str | Phrase, spoken_s: float = 0.0) -> Entry:
    """The player's words."""
    words = literal(words) if isinstance(words, str) else words
    return Entry(number, Speaker.PLAYER, words, spoken_s)


def answered(number: int, words: str, card: CardRef | None = None, **changes: bool) -> Entry:
    """The companion's words, with a card."""
    return Entry(number, Speaker.COMPANION, literal(words), card=card, **changes)


def conversation(locale: str = "en_us") -> ClientState:
    """Two turns: a list that was asked for, and the second quest of it."""
    words = READ[locale]
    second = "open the second one" if locale == "en_us" else "打开第二个"
    cards = (live(1, quest_list(12, locale)), live(2, quest(locale)))
    return ClientState(
        locale=locale,
        revision=1,
        engine=engine(locale),
        parts=parts(),
        entries=(
            said(1, words["ask"], 0.9),
            answered(2, words["answer"], ref(1)),
            said(3, second, 0.7),
            answered(4, words["titles"][1], ref(2)),
        ),
        cards=cards,
        stages=Stages(first_answer=240.0, first_sound=1100.0, own=41.0),
    )


def over_the_game(locale: str = "en_us", phase: Phase = Phase.LISTENING) -> ClientState:
    """What the overlay shows: a list in front while the voice is in a phase."""
    words = {
        Phase.LISTENING: "open the sec…" if locale == "en_us" else "打开第…",
        Phase.SPEAKING: READ[locale]["answer"],
    }
    return ClientState(
        locale=locale,
        parts=parts(),
        cards=(live(1, quest_list(12, locale)),),
        front=ref(1),
        voice=Voice(phase, words.get(phase, ""), seconds_left=51.4),
    )
