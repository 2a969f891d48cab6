"""Sentences that are unclear, help, state, and modules that are declared badly."""

from __future__ import annotations

import logging
import uuid

import msgspec
import pytest

from companion.engine.execution.agent_engine import AgentEngine
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.policy import READ_ONLY
from companion.engine.execution.result import AgentResult, succeeded
from companion.engine.execution.workflow import Workflow
from companion.engine.registry import MODULES
from companion.engine.runtime import Extend, Runtime, Setup
from companion.games.demo.link import DemoLink
from companion.games.quest_book import Fault
from companion.language.phrase import literal
from companion.protocol.cards.help import HelpCard
from companion.protocol.cards.ref import CardRef
from companion.protocol.cards.selection import SelectionCard
from companion.protocol.requests import CardAction
from companion.support.errors import Failure, LinkError
from tests.helpers.engine_client import mind, speech, words
from tests.helpers.engine_link import FakeLink, book_of, quest

LINK = FakeLink(book_of(quest(1, "Stone Age"), quest(2, "Stone Bridge")))
BROKEN = FakeLink(book_of(), error=LinkError(Failure.QUESTS_BROKEN, "chapters/one.snbt, line 4"))


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


def candidates(card: object, locale: str = "en_us") -> list[str]:
    assert isinstance(card, SelectionCard)
    return [words(candidate.label, locale) for candidate in card.candidates]


@pytest.mark.behaviour("ROUTE-042", "CARD-063")
async def test_nonsense_gets_the_sentences_that_always_work() -> None:
    async with mind(LINK) as someone:
        action, answer = await someone.say("blah blah blah")
    assert action == "system:selection"
    assert candidates(answer.card) == ["Show my quests", "What should I do next?", "Help"]
    assert speech(answer) == "I did not understand that. You could say one of these."


@pytest.mark.behaviour("ROUTE-040", "ROUTE-044")
async def test_a_mere_name_gets_the_quests_of_that_name_and_runs_nothing() -> None:
    async with mind(LINK) as someone:
        _, answer = await someone.say("stone")
    assert candidates(answer.card)[:2] == ["Stone Age", "Stone Bridge"]
    assert len(candidates(answer.card)) == 4
    assert answer.numbered is None


@pytest.mark.behaviour("ROUTE-043")
async def test_pressing_a_candidate_runs_it() -> None:
    async with mind(LINK) as someone:
        _, answer = await someone.say("stone")
        assert isinstance(answer.card, SelectionCard)
        chosen = answer.card.candidates[0].action
        action, opened = await someone.press(chosen.action, **chosen.arguments)
    assert action == "system:quest_detail"
    assert speech(opened).startswith("“Stone Age”")


async def test_an_unclear_sentence_about_a_broken_book_still_gets_candidates() -> None:
    async with mind(BROKEN) as someone:
        _, answer = await someone.say("stone")
    assert "Help" in candidates(answer.card)


@pytest.mark.behaviour("ROUTE-039")
async def test_help_lists_what_the_modules_declare() -> None:
    async with mind(LINK) as someone:
        _, answer = await someone.say("help")
    assert isinstance(answer.card, HelpCard)
    says = [words(line.say) for line in answer.card.lines]
    assert says[0] == "Show my quests"
    assert len(says) == sum(len(module.help) for module in MODULES)


async def test_every_help_line_can_be_pressed() -> None:
    async with mind(LINK) as someone:
        _, help_answer = await someone.say("help")
        assert isinstance(help_answer.card, HelpCard)
        for line in help_answer.card.lines:
            _, answer = await someone.press(line.action.action, **line.action.arguments)
            assert answer.failure is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/opne 2", "There is no such command. Did you mean /open?"),
        ("/xyzzy", "There is no such command. Type /help to see them all."),
        ("/open", "/open does not fit like this. Try /open 2, /quest and a name, or /help."),
    ],
)
async def test_a_wrong_command_is_corrected(text: str, said: str) -> None:
    async with mind(LINK) as someone:
        _, answer = await someone.say(text)
    assert words(answer.text) == said


@pytest.mark.parametrize("text", ["next page", "go back", "close", "下一页", "返回", "关闭"])
async def test_words_for_a_card_without_one_get_a_helpful_sentence(text: str) -> None:
    async with mind(LINK) as someone:
        _, answer = await someone.say(text)
    assert words(answer.text).startswith("No card is open.")
    assert answer.card is None


@pytest.mark.behaviour("CARD-027")
@pytest.mark.parametrize("revision", [None, 1], ids=["unknown card", "other revision"])
async def test_a_press_on_an_outdated_card_does_nothing(revision: int | None) -> None:
    async with mind(LINK) as someone:
        known = someone.player.cards.publish()
        ref = CardRef(uuid.uuid4()) if revision is None else CardRef(known.id, revision)
        request = CardAction(uuid.uuid4(), ref, "system:quest_list")
        _, answer = await someone.ask(request)
    assert (answer.failure, answer.card, answer.numbered) == (Failure.OUTDATED_CARD, None, None)


@pytest.mark.parametrize("text", ["show my quests", "what next", "/quest x", "/items x"])
async def test_a_broken_book_is_told_with_its_reason(text: str) -> None:
    async with mind(BROKEN) as someone:
        _, answer = await someone.say(text)
    assert (answer.failure, answer.card) == (Failure.QUESTS_BROKEN, None)


async def test_the_state_tells_the_world_and_its_faults() -> None:
    book = msgspec.structs.replace(
        LINK.quest_book, faults=tuple(Fault(f"{n}.snbt", "bad") for n in range(10))
    )
    async with mind(FakeLink(book)) as someone:
        state = await someone.state("en_us")
    assert (state.world, state.player, state.quests, state.open) == ("Test World", "Alex", 2, 2)
    assert words(state.faults[0]) == "0.snbt could not be read; its quests are missing."
    assert words(state.faults[-1]) == "Two more files could not be read."


async def test_one_more_fault_is_one_file() -> None:
    book = msgspec.structs.replace(
        LINK.quest_book, faults=tuple(Fault(f"{n}.snbt", "bad") for n in range(9))
    )
    async with mind(FakeLink(book)) as someone:
        state = await someone.state("en_us")
    assert words(state.faults[-1]) == "One more file could not be read."


async def test_the_state_of_a_broken_book_names_the_failure() -> None:
    async with mind(BROKEN) as someone:
        state = await someone.state("en_us")
    assert (state.quests, state.progress_known) == (0, False)
    assert "chapters/one.snbt, line 4" in words(state.faults[0])


@pytest.mark.behaviour("PROTO-053", "ROUTE-028")
async def test_the_state_lists_the_commands() -> None:
    async with mind(LINK) as someone:
        state = await someone.state("zh_cn")
    assert ("/任务", "查看任务") in [(c.name, words(c.does, "zh_cn")) for c in state.commands]
    assert state.tree is not msgspec.UNSET
    (row,) = [node for node in state.tree if "打开" in node.names]
    assert [(n.kind, n.ends, n.does is not None) for n in row.children] == [("number", True, True)]


async def test_words_spoken_stay_out_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "companion"):
        async with mind(LINK) as someone:
            await someone.say("how do I get marmalade")
            await someone.say("something about marmalade")
    assert "routed: local_fallback" in caplog.text
    assert "marmalade" not in caplog.text


def greeting(action: str = "test:hello") -> Workflow[Hello]:
    async def hello(_: Hello, context: ExecutionContext) -> AgentResult:
        return succeeded(literal(f"hello in {context.language}"))

    return Workflow(action, Hello, hello, policy=READ_ONLY)


def adds(*flows: Workflow[Hello]) -> Extend:
    """An extension that brings workflows."""

    def registration(engine: AgentEngine) -> None:
        for flow in flows:
            engine.register_module(flow)

    return lambda extensions: extensions.on_registration(registration)


@pytest.mark.behaviour("MOD-050")
def test_two_features_with_one_action_are_refused() -> None:
    with pytest.raises(ValueError, match="system:reasoning"):
        Runtime(Setup(DemoLink(), extend=adds(greeting("system:reasoning"))))


async def test_an_extension_brings_an_action() -> None:
    async with mind(LINK, "zh_cn", extend=adds(greeting())) as someone:
        action, answer = await someone.press("test:hello")
    assert (action, answer.text.text) == ("test:hello", "hello in zh_cn")
