"""Commands in the chat of games whose clients refuse unknown slash commands (G19)."""

from __future__ import annotations


def command_in(line: str, prefix: str) -> str | None:
    """What a chat line orders.

    Args:
        line: What a player said, without the name before it.
        prefix: Such as `!system`; a longer word that only begins with it is no command.

    Returns:
        What stands after the prefix, perhaps nothing; None for ordinary chat.
    """
    word, _, order = line.strip().partition(" ")
    return order.strip() if word.casefold() == prefix.casefold() else None
