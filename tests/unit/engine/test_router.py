"""What the sentences of players mean, as typed and as recognisers write them."""

from __future__ import annotations

import pytest

from companion.engine.answer import Call
from companion.engine.registry import MODULES
from companion.engine.routing.commands import BadCommand
from companion.engine.routing.examples import ExampleFile, load_examples
from companion.engine.routing.router import Chosen, Router, Source, Unsure

ACTIONS = tuple(action for module in MODULES for action in module.actions)
ROUTER = Router(ACTIONS, load_examples())

LIST, NEXT, HELP = Call("system:quest_list"), Call("system:quest_next"), Call("system:help")
NO_CARD = Call("system:no_card")


def number(place: int) -> Call:
    return Call("system:quest_number", {"number": str(place)})


def find(name: str) -> Call:
    return Call("system:quest_find", {"name": name})


def made(name: str) -> Call:
    return Call("system:quest_find", {"name": name, "is_making": "true"})


def item(name: str) -> Call:
    return Call("system:item_sources", {"item": name})


THIS, CLAIM_THIS = Call("system:quest_this"), Call("system:quest_claim_this")
GOLDEN = [
    ("show my quests", LIST),
    ("Show my quests.", LIST),
    ("please show my quests", LIST),
    ("Show my quiz.", LIST),
    ("Show my guests", LIST),
    ("Show me my quest", LIST),
    ("So my quests.", LIST),
    ("show my crests", LIST),
    ("quests", LIST),
    ("查看任务", LIST),
    ("查看任务。", LIST),
    ("茶看人物", LIST),
    ("查看人物", LIST),
    ("插看任务", LIST),
    ("看看我的任务", LIST),
    ("查看认为", LIST),
    ("what should I do next", NEXT),
    ("What should I do next?", NEXT),
    ("What shall I do next?", NEXT),
    ("What should I do necks?", NEXT),
    ("Wat should I do next", NEXT),
    ("我接下来做什么", NEXT),
    ("我接下来做什么？", NEXT),
    ("我接下来坐什么", NEXT),
    ("接下来干什么", NEXT),
    ("open the second one", number(2)),
    ("Open the 2nd one.", number(2)),
    ("open number two", number(2)),
    ("number 3", number(3)),
    ("the last one", number(-1)),
    ("打开第二个", number(2)),
    ("打开第2个。", number(2)),
    ("打开地二个", number(2)),
    ("打开最后一个", number(-1)),
    ("大概第二个", number(2)),  # our own voice, as Whisper base hears it
    ("怎么完成时期时代?", find("时期时代")),
    ("那些任务需要钻石。", item("钻石")),
    ("下一夜", NO_CARD),
    ("反回", NO_CARD),
    ("关爹。", NO_CARD),
    ("What quest do I have?", LIST),
    ("How do I get into another?", find("into another")),
    ("how do I get A", find("A")),
    ("how do I get Stone Age", find("Stone Age")),
    ("How do I get the furnace?", find("the furnace")),
    ("How do I finish Getting Wood?", find("Getting Wood")),
    ("怎么完成石器时代", find("石器时代")),
    ("怎么完成 Stone Age？", find("Stone Age")),
    ("怎么做石器时代", made("石器时代")),
    ("how do I make a furnace", made("furnace")),
    ("石器时代怎么完成", find("石器时代")),
    ("which quests need iron", item("iron")),
    ("哪些任务需要钻石", item("钻石")),
    ("how do I finish this?", THIS),
    ("How do I finish this quest?", THIS),
    ("这个怎么完成", THIS),
    ("这哥怎么完成", THIS),
    ("claim it", CLAIM_THIS),
    ("Claim my reward.", CLAIM_THIS),
    ("领取奖励", CLAIM_THIS),
    ("灵取奖励", CLAIM_THIS),
    ("help", HELP),
    ("Help!", HELP),
    ("帮助", HELP),
    ("帮住", HELP),
    ("next page", NO_CARD),
    ("go back", NO_CARD),
    ("Close.", NO_CARD),
    ("下一页", NO_CARD),
    ("返回", NO_CARD),
    ("关闭", NO_CARD),
    ("关必", NO_CARD),
]


@pytest.mark.behaviour("ROUTE-013")
@pytest.mark.parametrize(("text", "call"), GOLDEN, ids=[text for text, _ in GOLDEN])
def test_a_sentence_means(text: str, call: Call) -> None:
    decision = ROUTER.decide(text)
    assert isinstance(decision, Chosen)
    assert decision.call == call
    assert decision.source == Source.LOCAL


@pytest.mark.behaviour("ROUTE-009", "ROUTE-047")
@pytest.mark.parametrize(
    "text",
    [
        "what is the weather",
        "give me diamonds",
        "buy 5 iron ingots",
        "delete all my quests",
        "submit my quest",
        "how do i get it",
        "open",
        "show",
        "asdf qwer",
        "the quick brown fox jumps over the lazy dog near my quests",
        "今天天气怎么样",
        "给我一百个钻石",
        "打开",
        "",
        "…",
    ],
)
def test_what_is_not_clear_chooses_nothing(text: str) -> None:
    assert isinstance(ROUTER.decide(text), Unsure)


@pytest.mark.behaviour("ROUTE-041")
def test_candidates_take_their_arguments_from_the_words_alone() -> None:
    text = "what is the alloy smelter"
    decision = ROUTER.decide(text)
    assert isinstance(decision, Unsure)
    assert {word for call in decision.nearest for word in call.arguments.values()} != set()
    assert all(word in text for call in decision.nearest for word in call.arguments.values())


@pytest.mark.behaviour("ROUTE-001")
def test_a_command_goes_before_everything() -> None:
    assert ROUTER.decide("/quests") == Chosen(LIST, Source.COMMAND)
    assert isinstance(ROUTER.decide("/show my quests"), BadCommand)


def test_sentences_for_an_action_that_nobody_has_are_refused() -> None:
    files = (ExampleFile(examples={"test:gone": ("hello",)}),)
    with pytest.raises(ValueError, match="test:gone"):
        Router(ACTIONS, files)


def test_every_action_with_words_has_examples_in_both_languages() -> None:
    english, chinese = load_examples()
    assert english.examples.keys() == chinese.examples.keys()
    assert {a.id for a in ACTIONS if a.label} <= english.examples.keys()


@pytest.mark.parametrize("file", load_examples(), ids=["en_us", "zh_cn"])
def test_every_example_is_understood_as_what_it_stands_for(file: ExampleFile) -> None:
    names = {"{name}": "Stone Age", "{item}": "Stone Age", "{place}": "3"}
    for action, sentences in file.examples.items():
        for sentence in sentences:
            for slot, words in names.items():
                sentence = sentence.replace(slot, words)
            ranked = ROUTER.decide(sentence)
            nearest = [ranked.call] if isinstance(ranked, Chosen) else ranked.nearest  # type: ignore[union-attr]
            assert action in {call.action for call in nearest}, sentence
