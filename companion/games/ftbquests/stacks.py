"""Items as quest files spell them, through all versions, and what filter items stand for.

A filter item is never the goal itself: `itemfilters:or`, `ftbfiltersystem:smart_filter` and their
kin say "any of these".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.ftbquests.raw_book import Raw, text_of, whole

MAX_ALTERNATIVES = 256
MAX_FILTER_DEPTH = 16

_ID = re.compile(r"[#@]?[A-Za-z0-9_.\-]+(?::[A-Za-z0-9_.\-/]+)?")
_MISSING = "ftbquests:missing_item"
_CUSTOM_ICON = "ftbquests:custom_icon"
_SMART_FILTER = "ftbfiltersystem:filter"
_FILTER_WORD = re.compile(r"\s*(?:([a-z_]+)\(|([^()]*)(\)))")
_JOINING = frozenset({"or", "and", "only_one", "root"})


@dataclass(frozen=True, slots=True)
class Stack:
    """One item stack.

    Attributes:
        item: Registry id; empty for nothing.
        count: Amount in the stack itself.
        extra: Its `components`, or its `tag` before 1.20.5.
    """

    item: str
    count: int
    extra: Raw


NOTHING = Stack("", 0, {})


def read_stack(raw: object) -> Stack:
    """Read `"ns:id"`, `"ns:id 4 1"` (1.12), `{id, Count, tag}` or `{id, count, components}`."""
    if isinstance(raw, str):
        match = _ID.match(raw)
        return Stack(match[0], _legacy_count(raw), {}) if match else NOTHING
    if not isinstance(raw, dict):
        return NOTHING
    if "id" not in raw and "item" in raw:
        return read_stack(raw["item"])
    extra = raw.get("components", raw.get("tag"))
    stack = Stack(
        item=text_of(raw.get("id")),
        count=max(whole(raw.get("count", raw.get("Count")), 1), 1),
        extra=extra if isinstance(extra, dict) else {},
    )
    return _unwrapped(stack)


def alternatives(stack: Stack) -> tuple[str, ...]:
    """Ids of which any will do.

    `#tag` stands for all items of a tag, `@mod` for all of a mod. Empty when the filter cannot be
    put in words, such as a pattern or a negation.
    """
    found = dict.fromkeys(_alternatives(stack, 0))
    return tuple(list(found)[:MAX_ALTERNATIVES])


def is_filter(stack: Stack) -> bool:
    """Whether the item stands for others."""
    return stack.item.startswith("itemfilters:") or _SMART_FILTER in stack.extra


def _legacy_count(text: str) -> int:
    parts = text.split(" ", 2)
    return max(whole(parts[1], 1), 1) if len(parts) > 1 else 1


def _unwrapped(stack: Stack) -> Stack:
    """The item a pack meant where its mod is gone; nothing for a mere picture."""
    if stack.item == _MISSING:
        wanted = stack.extra.get(_MISSING) or stack.extra.get("Item")
        wanted = wanted.get("id") if isinstance(wanted, dict) else wanted
        match = _ID.match(text_of(wanted))
        return Stack(match[0] if match else "", stack.count, {})
    return NOTHING if stack.item == _CUSTOM_ICON else stack


def _alternatives(stack: Stack, depth: int) -> Iterator[str]:
    if depth > MAX_FILTER_DEPTH or not stack.item:
        return
    written = stack.extra.get(_SMART_FILTER)
    if isinstance(written, str):
        yield from _smart(written)
    elif not stack.item.startswith("itemfilters:"):
        yield stack.item
    else:
        yield from _item_filter(stack, depth)


def _item_filter(stack: Stack, depth: int) -> Iterator[str]:
    value = text_of(stack.extra.get("value"))
    match stack.item.partition(":")[2]:
        case "or" | "and":
            inner = stack.extra.get("items")
            for entry in (inner if isinstance(inner, list) else [])[:MAX_ALTERNATIVES]:
                yield from _alternatives(read_stack(entry), depth + 1)
        case "tag" if value:
            yield f"#{value}"
        case "mod" if value:
            yield f"@{value}"
        case "strong_nbt" | "weak_nbt" | "block":
            item = read_stack(stack.extra.get("item"))
            if item.item:
                yield item.item


def _smart(written: str) -> Iterator[str]:
    """Walk `or(item(a:b)item_tag(c:d)not(...))`; whatever is inside a negation is left out."""
    around: list[str] = ["root"]
    position = 0
    while (match := _FILTER_WORD.match(written, position)) is not None:
        position = match.end()
        if match[1]:
            around.append(match[1])
            continue
        if len(around) < 2:
            return
        inner = around.pop()
        if match[2] and all(word in _JOINING for word in around):
            yield from _leaf(inner, match[2])


def _leaf(kind: str, value: str) -> Iterator[str]:
    marks = {"item": "", "item_tag": "#", "mod": "@"}
    match = _ID.match(value.strip())
    if kind in marks and match:
        yield marks[kind] + match[0]
