"""The entries of a card's list: their fields by name, and the rows that run beside them."""

from __future__ import annotations

import enum
from dataclasses import replace

import msgspec

from companion.cards.binding import Context, Value, broken
from companion.cards.nearest import nearest
from companion.cards.reasons import reason
from companion.language.phrase import Phrase
from companion.protocol.cards.builder import CardChoice


def field_of(entry: object, name: str) -> object:
    """A field of an entry of a list.

    Raises:
        CardError: Entries of this list have no such field.
    """
    fields = entry.__struct_fields__ if isinstance(entry, msgspec.Struct) else ()
    if name not in fields:
        raise broken(
            reason("no_field", node=_kind(entry), name=repr(name), near=nearest(name, fields))
        )
    return getattr(entry, name)


def text_of(entry: object, name: str, context: Context) -> str:
    """A field of an entry as text in the player's language.

    Raises:
        CardError: There is no such field, or it is no text.
    """
    value = field_of(entry, name)
    match value:
        case Phrase():
            return context.translations.render(value)
        case enum.Enum() | bool():
            return str(value)
        case str() | int() | float():
            return f"{value:,}" if isinstance(value, int) else str(value)
        case _:
            raise broken(reason("source_no_text", source=_kind(entry), name=repr(name)))


def within(context: Context, name: str, entry: object, number: int) -> Context:
    """The context inside `each`: the entry's fields as `<name>.<field>`, its place as a number.

    Raises:
        CardError: The card has a value of this name already.
    """
    if name in context.values:
        raise broken(reason("name_taken", name=repr(name)))
    fields = entry.__struct_fields__ if isinstance(entry, msgspec.Struct) else ()
    found = {f"{name}.{field}": as_value(getattr(entry, field)) for field in fields}
    own = {name: as_value(entry), f"{name}.number": number, **found}
    return replace(context, values={**context.values, **own})


def as_value(value: object) -> Value:
    """A field of an entry as a value of a context; a record is a list of one."""
    match value:
        case Phrase() | tuple():
            return value
        case str() | int() | float():
            return value
        case None:
            return ""
        case _:
            return (value,)


def choice_at(index: int, rows: int, context: Context) -> CardChoice | None:
    """The row beside an entry of a list; None where the card's rows belong to something else."""
    if len(context.choices) != rows:
        return None
    return context.choices[index]


def _kind(entry: object) -> str:
    return f"an entry of type {type(entry).__name__}"
