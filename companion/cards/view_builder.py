"""From a card's data to what is drawn, read and spoken: `build_view`."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from companion.cards.binding import Context, flatten, styled
from companion.cards.library import CardLibrary
from companion.cards.nodes.buttons import ButtonsNode
from companion.cards.nodes.choices import ChoicesNode
from companion.cards.nodes.node import bind_button
from companion.cards.template import Nodes
from companion.cards.view import (
    BoundButton,
    BoundChoice,
    BoundChoices,
    BoundNode,
    BoundQuestList,
    BoundText,
    CardView,
    Variant,
)
from companion.cards.view_state import CardViewState
from companion.language.ear import sentences
from companion.language.legacy_codes import plain
from companion.language.phrase import phrase
from companion.protocol.cards.builder import CardBuilder, CardButton, LocalAction, Placement
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.ref import CardRef
from companion.support.errors import CardError

logger = logging.getLogger(__name__)

BACK = CardButton("back", phrase("button.back"), LocalAction("back"), Placement.FOOTER)
CLOSE = CardButton("close", phrase("button.close"), LocalAction("close"), Placement.FOOTER)


@dataclass(frozen=True, slots=True)
class CardSource:
    """What a view is built from.

    Attributes:
        view: What the player did to this card's view.
        waiting: Whether a server action of the card is under way.
        can_go_back: Whether the card was opened from another one; gives it a button at the foot.
    """

    ref: CardRef
    data: CardData
    view: CardViewState
    waiting: bool = False
    can_go_back: bool = False


@dataclass(frozen=True, slots=True)
class _Body:
    nodes: tuple[BoundNode, ...]
    plain: tuple[str, ...]
    spoken: tuple[str, ...]
    fault: str = ""


def build_view(source: CardSource, library: CardLibrary, variant: Variant) -> CardView:
    """Build a card as one variant shows it; asks nobody, and never fails over a template."""
    card = source.data.build_card()
    context, body = _context_and_body(card, source, library, variant)
    footer = _footer(context, source, variant)
    page, pages = _paging(body.nodes)
    every_button = tuple(bind_button(button, context) for button in card.buttons)
    shown = {button.id: button for button in (*every_button, *footer) if button.enabled}
    return CardView(
        ref=source.ref,
        variant=variant,
        title=_title(card, context),
        nodes=body.nodes,
        footer=footer,
        choices=_choices(body.nodes),
        buttons=tuple(shown.values()),
        page=page,
        pages=pages,
        plain=body.plain,
        spoken=_spoken(card, body, context),
        fault=body.fault,
    )


def _context_and_body(
    card: CardBuilder, source: CardSource, library: CardLibrary, variant: Variant
) -> tuple[Context, _Body]:
    texts, waiting = library.translations, source.waiting
    try:
        context = flatten(card, source.view, texts, waiting=waiting)
        return context, _bound(library.template(card.template).nodes_for(variant), context)
    except CardError as error:
        logger.warning("card %s shown without its template: %s", card.template, error.detail)
        bare = replace(card, arguments={}, lists={})
        context = flatten(bare, source.view, texts, waiting=waiting)
        return context, _fallback(card, context, error.detail)


def _bound(nodes: Nodes, context: Context) -> _Body:
    found: list[BoundNode] = []
    lines: list[str] = []
    spoken: list[str] = []
    for node in nodes:
        if node.needs and not context.has(node.needs):
            continue
        if (bound := node.bind(context)) is not None:
            found.append(bound)
            lines += node.plain(bound)
            spoken += node.spoken(bound)
    return _Body(tuple(found), tuple(lines), tuple(spoken))


def _fallback(card: CardBuilder, context: Context, fault: str) -> _Body:
    """The summary, the choices and the buttons that are there anyway; never raw data (CARD-030)."""
    title = _title(card, context)
    rest = _bound((ChoicesNode(type="choices"), ButtonsNode(type="buttons")), context)
    nodes = (BoundText((styled(title),)), *rest.nodes)
    return _Body(nodes, (title, *rest.plain), (title,), fault)


def _title(card: CardBuilder, context: Context) -> str:
    return " ".join(plain(context.translations.render(card.text)).split())


def _footer(context: Context, source: CardSource, variant: Variant) -> tuple[BoundButton, ...]:
    """Buttons at the foot, made by code: a way back, the card's own, a way out (CARD-052)."""
    if variant not in (Variant.NOTIFICATION, Variant.COMPACT):
        return ()
    own = [button for button in context.buttons if button.placement is Placement.FOOTER]
    if source.can_go_back and not any(button.action == BACK.action for button in own):
        own.insert(0, BACK)
    if not any(button.action == CLOSE.action for button in own):
        own.append(CLOSE)
    return tuple(bind_button(button, context) for button in own)


def _paging(nodes: tuple[BoundNode, ...]) -> tuple[int, int]:
    for node in nodes:
        if isinstance(node, BoundQuestList | BoundChoices):
            return node.page, node.pages
    return 0, 1


def _choices(nodes: tuple[BoundNode, ...]) -> tuple[BoundChoice, ...]:
    found: list[BoundChoice] = []
    for node in nodes:
        match node:
            case BoundQuestList(rows=rows):
                found += [row.choice for row in rows]
            case BoundChoices(lines=lines):
                found += [line.choice for line in lines]
            case _:
                pass
    return tuple(found)


def _spoken(card: CardBuilder, body: _Body, context: Context) -> tuple[str, ...]:
    """The card's own sentences; where it has none, its nodes read in order."""
    own = tuple(context.translations.render(words) for words in card.speech.sentences)
    language = context.translations.language
    return tuple(s for text in own or body.spoken for s in sentences(text, language))
