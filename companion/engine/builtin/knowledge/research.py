"""Looking on the web for one request: the bounded loop over two tools, its citations checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.result import AgentResult
from companion.engine.knowledge.answers import nothing, organised_answer, passages_answer
from companion.engine.knowledge.citations import checked
from companion.engine.knowledge.conflicts import conflict_of
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


@dataclass(frozen=True, slots=True)
class Researched:
    """What came of looking on the web.

    Attributes:
        text: What a model made of it; empty where none could.
        pieces: Everything that was found, by number.
    """

    text: str
    pieces: tuple[Piece, ...]


async def researched(question: str, context: ExecutionContext, prompts: PromptSet) -> Researched:
    """Search, read, answer; the gate is open for exactly this long.

    Raises:
        CompanionError: What ended it, when nothing was found before.
    """
    with opened(context.scope.player) as gate:
        try:
            text = await _looped(question, context, prompts)
        except CompanionError as error:
            is_searched = bool(gate.sources)
            if error.failure in _NO_MODEL and not is_searched:
                await context.tool(WEB_SEARCH, "search", WebQuery(question[:400]))
                is_searched = True
            context.check()
            if not is_searched:
                raise
            text = ""
    return Researched(text, tuple(_piece(gate, place) for place in range(len(gate.sources))))


def told(question: str, found: Researched, here: Sequence[Piece], locale: str) -> AgentResult:
    """An answer that cites nothing the search returned is none: then the results speak.

    Args:
        question: What was asked.
        found: What the web has.
        here: Recipes of the game: shown beside, and word for word where they disagree. What is
            written nearest is shown where the web has nothing.
        locale: The player's.
    """
    if not found.pieces:
        return _only_here(question, here, locale)
    here = tuple(piece for piece in here if not piece.is_near)
    cited = checked(found.text, len(found.pieces))
    if not (cited.sources and cited.paragraphs):
        return passages_answer(question, (*here, *found.pieces)[:MOST_PIECES], locale).result
    chosen = (*(found.pieces[place] for place in cited.sources), *here)
    if here and conflict_of(chosen) is not None:
        return passages_answer(
            question, (*here, *chosen[: -len(here)])[:MOST_PIECES], locale
        ).result
    return organised_answer(question, cited.paragraphs, chosen, locale).result


def _only_here(question: str, here: Sequence[Piece], locale: str) -> AgentResult:
    if here:
        return passages_answer(question, here, locale).result
    return nothing(question, "guide.web.nothing").result


async def _looped(question: str, context: ExecutionContext, prompts: PromptSet) -> str:
    rounds = str(context.budget.policy.react_iterations)
    texts = Prompts(prompts.fill("research", rounds=rounds), prompts.fill("research_last"))
    return (await ReActLoop(context, TOOLS, texts).run(question)).text


def _piece(gate: WebGate, place: int) -> Piece:
    source = gate.sources[place]
    site = urlsplit(source.address).hostname or ""
    text = source.text[:MOST_CHARACTERS]
    return Piece(source.title, text, Kind.WEB, site, address=source.address)
