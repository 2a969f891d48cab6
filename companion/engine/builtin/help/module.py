"""The declaration of help; its lines come from every enabled module (ROUTE-039)."""

from __future__ import annotations

from companion.engine.answer import Answer, Call, said
from companion.engine.module import Action, CommandWord, HelpEntry, Module, NoInput, Turn
from companion.language.phrase import phrase
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.help import HelpCard, HelpLine

HELP = "system:help"
NO_CARD = "system:no_card"


async def show_help(_: NoInput, turn: Turn) -> Answer:
    """Show every sentence that works here."""
    lines = tuple(
        HelpLine(
            phrase(entry.say),
            phrase(entry.does),
            ServerAction(entry.call.action, dict(entry.call.arguments)),
        )
        for entry in turn.help
    )
    spoken = (phrase("engine.spoken.help"), phrase("engine.spoken.help_more"))
    return Answer(spoken[0], card=HelpCard(lines, spoken))


async def say_no_card(_: NoInput, turn: Turn) -> Answer:
    """Words for a card ("next page", "close") came while none was open."""
    return said(phrase("engine.spoken.no_card"))


MODULE = Module(
    id="system:help",
    actions=(
        Action(
            HELP,
            NoInput,
            show_help,
            CommandWord("help", "engine.command.help", ("帮助", "?")),
            label="engine.choice.help",
            shortcut=True,
        ),
        Action(NO_CARD, NoInput, say_no_card),
    ),
    help=(HelpEntry("engine.say.help", "engine.does.help", Call(HELP)),),
)
