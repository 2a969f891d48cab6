"""From a card's data to what is drawn, read and spoken: `build_view`."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from functools import cache, partial

from companion.cards.binding import Context, flatten, label_of, styled
from companion.cards.library import CardLibrary
from companion.cards.nodes.buttons import ButtonsNode, button_words
from companion.cards.nodes.choices import ChoicesNode
from companion.cards.nodes.node import bind_button, bind_nodes
from companion.cards.pressable import buttons_in, choices_in, paging_in
from companion.cards.template import Nodes
from companion.cards.told import plain_lines, spoken_lines
from companion.cards.view import (
    BoundButton,
    BoundButtons,
    BoundChoice,
    BoundNode,
    BoundText,
    CardView,
    Variant,
)
from companion.cards.view_state import CardViewState
from companion.language.ear import sentences
from companion.language.phrase import phrase
from companion.protocol.cards.builder import (
    CardBuilder,
    CardButton,
    LocalAction,
    OwnName,
    Placement,
)
from companion.protocol.cards.catalog import CardData
from companion.protocol.cards.ref import CardRef
from companion.support.errors import CardError

logger = logging.getLogger(__name__)

BACK = CardButton("back", phrase("button.back"), LocalAction("back"), Placement.FOOTER)
CLOSE = CardButton("close", phrase("button.close"), LocalAction("close"), Placement.FOOTER)

FOOTED = (Variant.NOTIFICATION, Variant.COMPACT, Variant.PLAIN)
"""Variants with buttons at the foot that code makes."""
MOST_SPOKEN = 60
"""Sentences of a card that are read aloud; nobody listens longer."""


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
    fault: str = ""


def build_view(source: CardSource, library: CardLibrary, variant: Variant) -> CardView:
    """Build a card as one variant shows it; asks nobody, and never fails over a template."""
    card = source.data.build_card()
    context, body = _context_and_body(card, source, library, variant)
    title = label_of(card.text, library.translations)
    footer = _footer(context, source, variant)
    page, pages = paging_in(body.nodes)
    choices = choices_in(body.nodes)
    view = CardView(
        ref=source.ref,
        variant=variant,
        title=title,
        nodes=body.nodes,
        footer=footer,
        choices=choices,
        buttons=_buttons(body.nodes, footer, context),
        page=page,
        pages=pages,
        plain=plain_lines(body.nodes),
        say=cache(partial(_spoken, card, body, context)),
        fault=body.fault,
        speaks=bool(card.speech.sentences),
    )
    return _as_variant(view, source.view, context)


def _context_and_body(
    card: CardBuilder, source: CardSource, library: CardLibrary, variant: Variant
) -> tuple[Context, _Body]:
    texts, waiting = library.translations, source.waiting
    try:
        context = flatten(card, source.view, texts, waiting=waiting, variant=variant)
        nodes = library.template(card.template).nodes_for(variant)
        return context, _Body(bind_nodes(nodes, context))
    except CardError as error:
        logger.warning("card %s shown without its template: %s", card.template, error.detail)
        fault = error.detail
    except Exception as error:
        logger.exception("card %s shown without its template", card.template)
        fault = f"{type(error).__name__}: {error}"
    bare = replace(card, arguments={}, lists={})
    context = flatten(bare, source.view, texts, waiting=waiting, variant=variant)
    return context, _fallback(card, context, fault)


def _fallback(card: CardBuilder, context: Context, fault: str) -> _Body:
    """The summary, the choices and the buttons that are there anyway; never raw data (CARD-030)."""
    title = label_of(card.text, context.translations)
    rest: Nodes = (ChoicesNode(type="choices"), ButtonsNode(type="buttons"))
    return _Body((BoundText((styled(title),)), *bind_nodes(rest, context)), fault)


def _footer(context: Context, source: CardSource, variant: Variant) -> tuple[BoundButton, ...]:
    """Buttons at the foot, made by code: a way back, the card's own, a way out (CARD-052)."""
    if variant not in FOOTED:
        return ()
    own = [button for button in context.buttons if button.placement is Placement.FOOTER]
    if source.can_go_back and not any(button.action == BACK.action for button in own):
        own.insert(0, BACK)
    if not source.can_go_back:
        own = [button for button in own if button.action != BACK.action]
    if not any(button.action == CLOSE.action for button in own):
        own.append(CLOSE)
    return tuple(bind_button(button, context) for button in own)


def _buttons(
    nodes: tuple[BoundNode, ...], footer: tuple[BoundButton, ...], context: Context
) -> tuple[BoundButton, ...]:
    """Every enabled button by its id: those that are seen, and those the template left out."""
    every = (bind_button(button, context) for button in context.buttons)
    shown = {button.id: button for button in (*every, *buttons_in(nodes), *footer)}
    return tuple(button for button in shown.values() if button.enabled)


def _spoken(card: CardBuilder, body: _Body, context: Context) -> tuple[str, ...]:
    """The card's own sentences; where it has none, its nodes read in order."""
    own = tuple(context.translations.render(words) for words in card.speech.sentences)
    language = context.translations.language
    told = (own or spoken_lines(body.nodes))[:MOST_SPOKEN]
    found = tuple(s for text in told for s in sentences(text[:MOST_HEARD], language))
    return found[:MOST_SPOKEN]


MOST_HEARD = 2_000
"""Characters of one line that are read aloud."""


def _as_variant(view: CardView, state: CardViewState, context: Context) -> CardView:
    """Collapse a card of the log, or put a card into plain text."""
    match view.variant:
        case Variant.PLAIN:
            return _plain(view, context)
        case Variant.FULL if not view.is_message:
            return _collapsed(view, state, context)
        case _:
            return view


def _collapsed(view: CardView, state: CardViewState, context: Context) -> CardView:
    key = "card.expand" if state.collapsed else "card.collapse"
    words = context.translations.text(key, title=view.title)
    toggle = BoundButton("collapse", words, LocalAction("collapse"), label_key=key)
    if not state.collapsed:
        return replace(view, collapse=toggle)
    return replace(
        view, nodes=(), choices=(), buttons=(), collapsed=True, collapse=toggle, plain=(view.title,)
    )


def _plain(view: CardView, context: Context) -> CardView:
    """Title, lines, and numbered buttons that can be said (CARD-011)."""
    bodies = tuple(button for button in buttons_in(view.nodes) if button.enabled)
    lines = tuple(line for line in plain_lines(_without_buttons(view.nodes)) if line)
    if not lines or not lines[0].startswith(view.title):
        lines = (view.title, *lines)
    if view.pages > 1:
        page, pages = str(view.page + 1), str(view.pages)
        lines = (*lines, context.translations.text("card.page", page=page, pages=pages))
    rows = tuple(_row_button(choice) for choice in view.choices)
    others = (*bodies, *_turns(view, context), *view.footer)
    labels = " ".join(f"[{button_words(button)}]" for button in others)
    text = BoundText(tuple(styled(line) for line in lines))
    nodes = (text, BoundButtons((*rows, *others)))
    return replace(view, nodes=nodes, footer=(), plain=(*lines, labels))


def _turns(view: CardView, context: Context) -> tuple[BoundButton, ...]:
    """The page control as buttons; a direction that leads nowhere is not offered."""
    turns: tuple[tuple[OwnName, bool], ...] = (
        ("previous_page", view.page > 0),
        ("next_page", view.page + 1 < view.pages),
    )
    texts = context.translations
    return tuple(
        BoundButton(
            name, texts.text(f"button.{name}"), LocalAction(name), label_key=f"button.{name}"
        )
        for name, leads in turns
        if leads
    )


def _without_buttons(nodes: tuple[BoundNode, ...]) -> tuple[BoundNode, ...]:
    return tuple(node for node in nodes if not isinstance(node, BoundButtons))


def _row_button(choice: BoundChoice) -> BoundButton:
    return BoundButton(
        f"row_{choice.number}",
        choice.label,
        choice.action,
        enabled=choice.enabled,
        number=choice.number,
    )
