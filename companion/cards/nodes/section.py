"""Node `section`: a title that opens and closes what is below it; local (CARD-015)."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from companion.cards.binding import Context, broken, fill, lines_of, words
from companion.cards.nodes.node import AnyNodes, Node, bind_nodes
from companion.cards.reasons import reason
from companion.cards.view import BoundButton, BoundSection, Line
from companion.protocol.cards.builder import LocalAction

SectionId = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,31}$(?!\n)")]


class SectionNode(Node[BoundSection], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the card that can be closed.

    Attributes:
        id: Unique within the card; the player's choice is kept under it.
        title: Text with places.
        open: Whether it is open before the player touches it.
        nodes: What is in it.
    """

    binds = BoundSection
    parts: ClassVar[tuple[str, ...]] = ("nodes",)

    id: SectionId
    title: str
    nodes: AnyNodes
    open: bool = True

    def check(self) -> None:
        """Refuse a list with pages inside: its page control would vanish with the section."""
        super().check()
        if self.turning():
            raise broken(reason("turns_in_section"))

    def bind(self, context: Context) -> BoundSection | None:
        """Bind the title, and what is in it while it is open; one without content is left out."""
        children = bind_nodes(self.nodes, context)
        if not children:
            return None
        title = tuple(span for line in lines_of(fill(self.title, context)) for span in line)
        is_open = self.open != (self.id in context.view.toggled)
        toggle = self._toggle(title, context, is_open=is_open)
        return BoundSection(self.id, title, is_open, toggle, children if is_open else ())

    @classmethod
    def plain(cls, bound: BoundSection) -> tuple[str, ...]:
        """The title, marked where there is more behind it."""
        return (words(bound.title) if bound.is_open else f"{words(bound.title)} …",)

    @classmethod
    def spoken(cls, bound: BoundSection) -> tuple[str, ...]:
        """The title alone."""
        return (words(bound.title),)

    def _toggle(self, title: Line, context: Context, *, is_open: bool) -> BoundButton:
        key = "card.section.close" if is_open else "card.section.open"
        label = context.translations.text(key, title=words(title))
        return BoundButton(f"section_{self.id}", label, LocalAction("toggle", self.id))
