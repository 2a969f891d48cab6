"""What the editor offers while one writes: node types, their fields, names of the card."""

from __future__ import annotations

import re

import msgspec

from companion.cards.binding import FILTERS
from companion.cards.nodes.node import STYLES
from companion.cards.nodes.registry import node_types
from companion.cards.vocabulary import vocabulary_of

_WORD = re.compile(r"[a-z0-9_:.]*$")


def words_for(identifier: str) -> tuple[str, ...]:
    """Everything that a template may say, sorted.

    Args:
        identifier: Id of the template; an unknown one gives node types and fields only.
    """
    found = set(STYLES) | set(FILTERS) | {"nodes", "variants", "full", "compact", "notification"}
    for name, kind in node_types().items():
        found.add(name.removeprefix("system:"))
        found |= {field.encode_name for field in msgspec.structs.fields(kind)}
    known = vocabulary_of(identifier)
    if known is not None:
        found |= known.names | known.buttons
        for fields in known.lists.values():
            found |= fields or frozenset()
    return tuple(sorted(found))


def word_before(text: str) -> str:
    """The word that ends a text: what a completion goes on with."""
    found = _WORD.search(text)
    return found[0] if found else ""
