"""The command tree as a client gets it: completion and help without asking again (ROUTE-028)."""

from __future__ import annotations

import msgspec

from companion.language.phrase import Phrase


class CommandNode(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A word of a command, or an argument; without what the player may not use.

    Attributes:
        names: Name and aliases of a word, in every language; the one name of an argument.
        kind: Empty for a word; of an argument one of `text`, `word`, `number`, `identifier`,
            `player` (ROUTE-036).
        ends: Whether a line may end here.
        does: What a line that ends here does.
        suggests: What an argument may be, as it was when the tree was made.
        children: What may follow, words before arguments.
    """

    names: tuple[str, ...]
    kind: str = ""
    ends: bool = False
    does: Phrase | None = None
    suggests: tuple[str, ...] = ()
    children: tuple[CommandNode, ...] = ()
