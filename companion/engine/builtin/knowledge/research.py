"""Looking on the web for one request: the bounded loop over two tools, its citations checked."""

from __future__ import annotations

from urllib.parse import urlsplit

from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.result import AgentResult
from companion.engine.knowledge.answers import nothing, organised_answer, passages_answer
from companion.engine.knowledge.citations import checked
from companion.engine.knowledge.cutting import MOST_CHARACTERS
from companion.engine.knowledge.piece import MOST_PIECES, Kind, Piece
from companion.engine.models.prompts import PromptSet
from companion.engine.react.loop import Prompts, ReActLoop, ReActTool
from companion.engine.web.gate import WebGate, opened
from companion.engine.web.tool_types import WEB_FETCH, WEB_SEARCH, WebQuery
from companion.support.errors import CompanionError, Failure

TOOLS = (
    ReActTool(WEB_SEARCH, "Search the web; returns numbered results"),
    ReActTool(
        WEB_FETCH, "Read a page that a search returned; returns what in it is about something"
    ),
)
_NO_MODEL = frozenset({Failure.MODEL_KEY_MISSING, Failure.REASONING_OFF, Failure.BUDGET_EXHAUSTED})


async def researched(question: str, context: ExecutionContext, prompts: PromptSet) -> AgentResult:
    """Search, read, answer; the gate is open for exactly this long.

    Raises:
        CompanionError: What ended it, when nothing was found before.
    """
    with opened(context.scope.player) as gate:
        try:
            text = await _looped(question, context, prompts)
        except CompanionError as error:
            if error.failure in _NO_MODEL and not gate.sources:
                await context.tool(WEB_SEARCH, "search", WebQuery(question[:400]))
            context.check()
            if not gate.sources:
                raise
            text = ""
    return _told(question, text, gate, context.language)


async def _looped(question: str, context: ExecutionContext, prompts: PromptSet) -> str:
    rounds = str(context.budget.policy.react_iterations)
    texts = Prompts(prompts.fill("research", rounds=rounds), prompts.fill("research_last"))
    return (await ReActLoop(context, TOOLS, texts).run(question)).text


def _told(question: str, text: str, gate: WebGate, locale: str) -> AgentResult:
    """An answer that cites nothing the search returned is none: then the results speak."""
    pieces = [_piece(gate, place) for place in range(len(gate.sources))]
    if not pieces:
        return nothing(question, "guide.web.nothing").result
    cited = checked(text, len(pieces))
    if not (cited.sources and cited.paragraphs):
        return passages_answer(question, pieces[:MOST_PIECES], locale).result
    chosen = [pieces[place] for place in cited.sources]
    return organised_answer(question, cited.paragraphs, chosen, locale).result


def _piece(gate: WebGate, place: int) -> Piece:
    source = gate.sources[place]
    site = urlsplit(source.address).hostname or ""
    text = source.text[:MOST_CHARACTERS]
    return Piece(source.title, text, Kind.WEB, site, address=source.address)
