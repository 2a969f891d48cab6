"""What of bound nodes can be pressed, said or turned, wherever it is inside them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.cards.view import (
    BoundButton,
    BoundButtons,
    BoundChoice,
    BoundChoices,
    BoundGrid,
    BoundIcons,
    BoundItemSources,
    BoundList,
    BoundNode,
    BoundOther,
    BoundPaged,
    BoundPassages,
    BoundQuestList,
    BoundSection,
    walk,
)


def choices_in(nodes: tuple[BoundNode, ...]) -> tuple[BoundChoice, ...]:
    """The numbered rows that are seen, from top to bottom."""
    return tuple(choice for node in walk(nodes) for choice in _choices(node) if choice)


def buttons_in(nodes: tuple[BoundNode, ...]) -> tuple[BoundButton, ...]:
    """The buttons that are seen: the card's own, those of categories and of sections."""
    return tuple(button for node in walk(nodes) for button in _buttons(node))


def paging_in(nodes: tuple[BoundNode, ...]) -> tuple[int, int]:
    """Page from 0 and how many there are, of the node that turns pages; 0 and 1 without one."""
    pages = [
        (node.page, node.pages) for node in walk(nodes) if isinstance(node, BoundPaged | BoundOther)
    ]
    return max(pages, key=lambda pair: pair[1], default=(0, 1))


def _choices(node: BoundNode) -> Iterator[BoundChoice | None]:
    match node:
        case BoundQuestList(rows=rows) | BoundItemSources(quests=rows):
            yield from (row.choice for row in rows)
        case BoundChoices(lines=lines):
            yield from (line.choice for line in lines)
        case BoundGrid(cells=cells):
            yield from (cell.choice for cell in cells)
        case BoundList(entries=entries):
            yield from (entry.choice for entry in entries)
        case BoundPassages(passages=passages):
            yield from (passage.choice for passage in passages)
        case BoundIcons(icons=icons):
            yield from (icon.choice for icon in icons)
        case BoundOther(choices=choices):
            yield from choices
        case _:
            pass


def _buttons(node: BoundNode) -> Iterator[BoundButton]:
    match node:
        case BoundButtons(buttons=buttons) | BoundOther(buttons=buttons):
            yield from buttons
        case BoundGrid(categories=categories) | BoundItemSources(categories=categories):
            yield from (category.button for category in categories)
        case BoundSection(toggle=toggle):
            yield toggle
        case _:
            pass
