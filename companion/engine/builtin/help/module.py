"""The declaration of help; its lines come from every feature that the player has (ROUTE-039)."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.answer import Answer, Call, said
from companion.engine.declared import DeclaredModule
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.result import AgentResult
from companion.engine.module import Action, CommandWord, HelpEntry, Module, NoInput
from companion.engine.modules.context import ModuleContext
from companion.engine.services import HELP_LINES
from companion.engine.tools.registry import AnyTool
from companion.engine.tools.tool import Tool, ToolCall, ToolType
from companion.language.phrase import phrase
from companion.protocol.actions.help import SayNoCard, ShowHelp
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.help import HelpCard, HelpLine

HELP = "system:help"
NO_CARD = "system:no_card"


HELP_TOOL: ToolType[NoInput, tuple[HelpLine, ...]] = ToolType(
    "system.help_lines", NoInput, tuple[HelpLine, ...]
)


async def show_help(_: ShowHelp, context: ExecutionContext) -> AgentResult:
    """Show every sentence that works here."""
    lines = await context.tool(HELP_TOOL, "lines", NoInput())
    spoken = (phrase("engine.spoken.help"), phrase("engine.spoken.help_more"))
    return Answer(spoken[0], card=HelpCard(lines, spoken)).result


async def say_no_card(_: SayNoCard, context: ExecutionContext) -> AgentResult:
    """Words for a card ("next page", "close") came while none was open."""
    return said(phrase("engine.spoken.no_card")).result


MODULE = Module(
    id=HELP,
    actions=(
        Action(
            HELP,
            ShowHelp,
            show_help,
            CommandWord("help", "engine.command.help", ("帮助", "?")),
            label="engine.choice.help",
            shortcut=True,
            description="Show the sentences that the companion understands",
            needs=(HELP_TOOL,),
        ),
        Action(
            NO_CARD,
            SayNoCard,
            say_no_card,
            description="Words for a card, such as 'next page' or 'close', while no card is open",
        ),
    ),
    help=(HelpEntry("engine.say.help", "engine.does.help", Call(HELP)),),
)


class HelpModule(DeclaredModule, frozen=True):
    """`system:help`: no parameters."""

    DECLARATION: ClassVar[Module] = MODULE

    def tools(self, context: ModuleContext) -> tuple[AnyTool, ...]:
        """The lines of what the player has."""
        entries = context.get(HELP_LINES)

        async def lines(_: NoInput, call: ToolCall) -> tuple[HelpLine, ...]:
            return tuple(_line(entry) for entry in entries(call.player))

        return (context.own_tool(HELP_TOOL, lambda: Tool(HELP_TOOL, lines)),)


def _line(entry: HelpEntry) -> HelpLine:
    action = ServerAction(entry.call.action, dict(entry.call.arguments))
    return HelpLine(phrase(entry.say), phrase(entry.does), action)
