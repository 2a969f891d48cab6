"""Cards with sensible content, for tests that care about one thing of them."""

from __future__ import annotations

from uuid import UUID

from companion.cards.library import CardLibrary, load_library
from companion.cards.samples import samples
from companion.cards.template_reader import decode_template
from companion.cards.view import CardView, Variant
from companion.cards.view_builder import CardSource, build_view
from companion.cards.view_state import CardViewState
from companion.language.phrase import Phrase, literal
from companion.protocol.cards.builder import (
    CardBuilder,
    CardButton,
    CardChoice,
    LocalAction,
    Placement,
    ServerAction,
)
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.help import HelpCard, HelpLine
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.item_sources import ItemSources
from companion.protocol.cards.message import NarrationOutput
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestBrief, QuestList, QuestState
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.selection import Candidate, SelectionCard

REF = CardRef(UUID(int=7), 3)
FURNACE = ItemPreview("minecraft:furnace", "Furnace", count=8, have=6)
TITLES = (
    "Stone Age",
    "Shiny Things",
    "A Place to Craft",
    "Copper Everywhere",
    "Into the Nether",
    "Steel Yourself",
    "Crushing It",
)
ZH_TITLES = ("石器时代", "闪亮的东西", "合成之地", "铜矿遍地", "深入下界", "钢铁之躯", "粉碎一切")


def brief(number: int, title: str, *, done: int = 1, total: int = 4) -> QuestBrief:
    return QuestBrief(
        number,
        f"{number:016X}",
        title,
        "§6Getting Started",
        QuestState.STARTED,
        literal(f"{done} of {total} done"),
        done,
        total,
        FURNACE,
    )


def quest_list(titles: tuple[str, ...] = TITLES, spoken: tuple[Phrase, ...] = ()) -> QuestList:
    rows = tuple(brief(number, title) for number, title in enumerate(titles, 1))
    return QuestList(literal("Open quests"), literal("say a name"), rows, spoken)


def quest_detail(
    title: str = "Stone Age",
    description: tuple[str, ...] = ("Dig down.", "", "§cNever straight down."),
    missing: tuple[str, ...] = (),
    spoken: tuple[Phrase, ...] = (),
) -> QuestOutput:
    return QuestOutput(
        quest="000000000000002A",
        title=title,
        subtitle="",
        chapter="Getting Started",
        state=QuestState.STARTED,
        line=literal("6 of 8 furnaces"),
        description=description,
        tasks=(FURNACE,),
        rewards=(ItemPreview("", "Experience", count=50),),
        missing=missing,
        spoken=spoken,
    )


def help_card() -> HelpCard:
    lines = tuple(
        HelpLine(literal(say), literal(does), ServerAction("system:chat", {"text": say}))
        for say, does in (("show my quests", "lists them"), ("help", "shows this"))
    )
    return HelpCard(lines, ())


def selection(labels: tuple[str, ...] = ("Stone Age", "Stone Edge")) -> SelectionCard:
    candidates = tuple(
        Candidate(literal(label), ServerAction("system:quest_detail", {"quest": str(n)}))
        for n, label in enumerate(labels)
    )
    return SelectionCard(literal("Which one?"), candidates, ())


def item_sources() -> ItemSources:
    return ItemSources(FURNACE, literal("Smelts ore."), (brief(1, "Stone Age"),), ())


def every_card() -> tuple[CardData, ...]:
    return tuple(sample.data for sample in samples("en_us"))


def view_of(
    data: CardData,
    *,
    locale: str = "en_us",
    variant: Variant = Variant.FULL,
    page: int = 0,
    waiting: bool = False,
    can_go_back: bool = False,
) -> CardView:
    source = CardSource(REF, data, CardViewState(page), waiting, can_go_back)
    return build_view(source, load_library(locale), variant)


def library_with(template_id: str, template: str, locale: str = "en_us") -> CardLibrary:
    """The shipped library, with one template of its own."""
    shipped = load_library(locale)
    own = {template_id: decode_template(template.encode(), "own.json")}
    return CardLibrary({**shipped.templates, **own}, shipped.translations, shipped.phrases)


FIVE_A_PAGE = """{"nodes": [
    {"type": "heading", "text": "{title}", "badge": "{count|count}", "hint": "{hint}"},
    {"type": "quest_list", "source": "quests", "page_size": 5}
]}"""


def short_pages(
    titles: tuple[str, ...] = TITLES, *, page: int = 0, locale: str = "en_us"
) -> CardView:
    """A list of quests with five rows a page, over the game."""
    library = library_with("system:quest_list", FIVE_A_PAGE, locale)
    return view_with(quest_list(titles), library, page=page, variant=Variant.NOTIFICATION)


def laid_out(data: CardData, nodes: str, *, waiting: bool = False) -> CardView:
    """A card under a template of the given nodes."""
    library = library_with(data.build_card().template, f'{{"nodes": [{nodes}]}}')
    return build_view(CardSource(REF, data, CardViewState(), waiting), library, Variant.FULL)


def view_with(
    data: CardData,
    library: CardLibrary,
    *,
    page: int = 0,
    variant: Variant = Variant.FULL,
    back: bool = False,
) -> CardView:
    source = CardSource(REF, data, CardViewState(page), can_go_back=back)
    return build_view(source, library, variant)


class WithBack:
    """A card that brings a way back of its own."""

    def build_card(self) -> CardBuilder:
        home = CardButton("home", literal("Home"), LocalAction("back"), Placement.FOOTER)
        return CardBuilder("system:selection", literal("x"), {"prompt": "x"}, buttons=(home,))


class Clashing:
    """A card that names two things alike."""

    def build_card(self) -> CardBuilder:
        lists: dict[str, tuple[object, ...]] = {"title": ()}
        return CardBuilder("system:help", literal("Clash"), {"title": "x"}, lists)


class Mismatched:
    """A card whose list and choices do not belong together."""

    def build_card(self) -> CardBuilder:
        action = ServerAction("system:x")
        return CardBuilder(
            "system:mismatched",
            literal("x"),
            lists={"quests": (brief(9, "x"),), "plain": ("a", "b")},
            choices=(CardChoice(1, literal("a"), action), CardChoice(2, literal("b"), action)),
        )


class Buttons:
    """A card of buttons, each an id and the key of its label, in the body."""

    def __init__(self, *buttons: tuple[str, str]) -> None:
        self._buttons = buttons

    def build_card(self) -> CardBuilder:
        buttons = tuple(
            CardButton(name, Phrase(key=label), ServerAction(f"system:{name}"))
            for name, label in self._buttons
        )
        return CardBuilder("system:buttons", literal("x"), buttons=buttons)


def narration() -> NarrationOutput:
    return NarrationOutput("Stone Age", ("The old smith nods.",), "the old smith")


def sample(name: str, locale: str = "en_us") -> CardData:
    """A shipped sample by its name."""
    return next(one.data for one in samples(locale) if one.name == name)
