"""What a template's texts are filled from, and how: pure, one pass, nothing is interpreted twice.

A text of a template may hold `{name}`, `{name|filter}` and `%translation.key%`; inside `each`
also `{entry.field}`. Values come from outside: their `§` codes become styles, and everything else
in them is text, braces and all.
To add a filter: one function and one line in `FILTERS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from companion.cards.nearest import nearest
from companion.cards.reasons import reason
from companion.cards.view import Line, Span, Variant
from companion.cards.view_state import CardViewState
from companion.language.legacy_codes import pieces, plain
from companion.language.phrase import Phrase
from companion.language.translations import Translations
from companion.protocol.cards.builder import CardBuilder, CardButton, CardChoice, Scalar
from companion.support.errors import CardError, Failure

Value = Scalar | tuple[object, ...]

MAX_CHARACTERS = 20_000
"""Of one bound text; what is longer ends in an ellipsis, in the card's data nothing is lost."""
MAX_LABEL_CHARACTERS = 300
"""Of a title, a label, a row."""
_CACHED_CHARACTERS = 200

_PLACE = re.compile(
    r"\{(?P<name>[a-z_]+(?:\.[a-z_]+)?)(?:\|(?P<filter>[a-z_]+))?\}|%(?P<key>[a-z0-9_.]+)%"
)
_UNPRINTABLE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Context:
    """All that the nodes of one card may see; read-only.

    Attributes:
        values: The card's arguments, its lists and the view's own state, in one mapping.
        view: What the player did to the view; its page is not clamped.
        variant: Where the card is drawn.
        waiting: Whether a server action of the card is under way.
    """

    values: Mapping[str, Value]
    translations: Translations
    buttons: tuple[CardButton, ...]
    choices: Sequence[CardChoice]
    view: CardViewState
    waiting: bool
    variant: Variant = Variant.FULL

    @property
    def page(self) -> int:
        """Page the player asked for, from 0, not clamped."""
        return self.view.page

    @property
    def is_small(self) -> bool:
        """Whether room is short."""
        return self.variant in (Variant.COMPACT, Variant.NOTIFICATION)

    def has(self, name: str) -> bool:
        """Whether a value is there and not empty."""
        value = self.values.get(name, "")
        return bool(self.translations.render(value) if isinstance(value, Phrase) else value)

    def list_of(self, name: str) -> tuple[object, ...]:
        """A list of the card.

        Raises:
            CardError: There is no list of that name.
        """
        value = self.values.get(name)
        if not isinstance(value, tuple):
            lists = [one for one, held in self.values.items() if isinstance(held, tuple)]
            raise broken(reason("no_list", name=repr(name), near=nearest(name, lists)))
        return value


def flatten(
    card: CardBuilder,
    view: CardViewState,
    translations: Translations,
    *,
    waiting: bool = False,
    variant: Variant = Variant.FULL,
) -> Context:
    """Put a card's arguments, lists and view state into one context.

    Raises:
        CardError: Two of them have the same name.
    """
    state: Mapping[str, Value] = {"page": view.page + 1, "category": view.category}
    values: dict[str, Value] = {}
    for source in (card.arguments, card.lists, state):
        if clash := values.keys() & source.keys():
            raise broken(reason("named_twice", name=card.template, names=", ".join(sorted(clash))))
        values.update(source)
    shared = MappingProxyType(values)
    return Context(shared, translations, card.buttons, card.choices, view, waiting, variant)


def broken(detail: str) -> CardError:
    """Say that a template cannot be used."""
    return CardError(Failure.TEMPLATE_BROKEN, detail)


def styled(text: str) -> Line:
    """Text from outside as spans; control and direction signs are dropped, line breaks stay."""
    if len(text) <= _CACHED_CHARACTERS:
        return _styled_once(text)
    return pieces(_UNPRINTABLE.sub("", clipped(text)))


@lru_cache(maxsize=4096)
def _styled_once(text: str) -> Line:
    return pieces(_UNPRINTABLE.sub("", text))


def clipped(text: str, most: int = MAX_CHARACTERS) -> str:
    """A text of a bounded length."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def label_of(words: Phrase | str, translations: Translations) -> str:
    """A title, label or row: plain, on one line, of a bounded length."""
    text = translations.render(words) if isinstance(words, Phrase) else words
    return _label_once(text) if len(text) <= _CACHED_CHARACTERS else _label(text)


@lru_cache(maxsize=8192)
def _label_once(text: str) -> str:
    return _label(text)


def _label(text: str) -> str:
    bare = _UNPRINTABLE.sub("", plain(clipped(text, 2 * MAX_LABEL_CHARACTERS)))
    return clipped(" ".join(bare.split()), MAX_LABEL_CHARACTERS)


def words(line: Line) -> str:
    """A line without its styles."""
    return "".join(span.text for span in line)


def fill(text: str, context: Context) -> Line:
    """Fill a template's text; a place whose name nobody knows stays, so that it is seen."""
    spans: list[Span] = []
    end = 0
    for match in _PLACE.finditer(text):
        spans += styled(text[end : match.start()])
        spans += styled(_value(match, context))
        end = match.end()
    return tuple(spans) + styled(text[end:])


def fill_plain(text: str, context: Context) -> str:
    """Fill a template's text, without styles, on one line."""
    return " ".join(words(fill(text, context)).split())


def lines_of(line: Line) -> tuple[Line, ...]:
    """Cut a line at its line breaks."""
    lines: list[list[Span]] = [[]]
    for span in line:
        first, *more = span.text.split("\n")
        lines[-1] += [replace(span, text=first)] if first else []
        lines += [[replace(span, text=part)] if part else [] for part in more]
    return tuple(tuple(spans) for spans in lines)


def check_text(text: str) -> None:
    """Refuse a template's text that uses an unknown filter.

    Raises:
        CardError: It does.
    """
    for match in _PLACE.finditer(text):
        if match["filter"] and match["filter"] not in FILTERS:
            name = match["filter"]
            near = nearest(name, FILTERS)
            raise broken(reason("unknown_filter", name=repr(name), near=near))


def _value(match: re.Match[str], context: Context) -> str:
    if match["key"]:
        return context.translations.texts.get(match["key"], match[0])
    if match["name"] not in context.values:
        return match[0]
    value = context.values[match["name"]]
    return FILTERS[match["filter"] or "text"](value, context.translations)


def _text(value: Value, translations: Translations) -> str:
    match value:
        case Phrase():
            return translations.render(value)
        case tuple():
            scalars = (entry for entry in value if isinstance(entry, str | int | float | Phrase))
            return ", ".join(_text(entry, translations) for entry in scalars)
        case _:
            return str(value)


def _count(value: Value, translations: Translations) -> str:
    if isinstance(value, tuple):
        return str(len(value))
    return f"{value:,}" if isinstance(value, int | float) else _text(value, translations)


FILTERS: Mapping[str, Callable[[Value, Translations], str]] = {
    "text": _text,
    "plain": lambda value, translations: plain(_text(value, translations)),
    "upper": lambda value, translations: _text(value, translations).upper(),
    "count": _count,
}
"""`text` as it is, `plain` without `§` codes, `upper` in capitals, `count` how many or grouped."""
