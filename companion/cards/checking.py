"""Everything that is wrong with a template: what reading finds, and names its cards do not have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from companion.cards.binding import flatten
from companion.cards.nearest import nearest
from companion.cards.nodes.each import EachNode
from companion.cards.nodes.image import ImageNode
from companion.cards.nodes.node import Node, bind_nodes, nodes_in
from companion.cards.nodes.section import SectionNode
from companion.cards.reasons import reason
from companion.cards.samples import cards_of
from companion.cards.template import Fault, Nodes, Reading, Template, every_node
from companion.cards.template_reader import read_template
from companion.cards.view import ImageKind, Variant
from companion.cards.view_state import CardViewState
from companion.cards.vocabulary import Vocabulary, vocabulary_of
from companion.language.translations import Translations
from companion.support.errors import CardError
from companion.support.paths import shipped

_PLACE = re.compile(r"\{([a-z_]+)(?:\.([a-z_]+))?(?:\|[a-z_]+)?\}")
_KEY = re.compile(r"%([a-z0-9_.]+)%")


def check_template(
    data: bytes, file: str, identifier: str, texts: Translations
) -> tuple[Fault, ...]:
    """List every fault of a template, in the order of the file.

    Args:
        data: Content of the file.
        file: Its name, for the faults.
        identifier: Id of the template; one that no shipped card has is checked by itself only.
        texts: Texts that `%key%` may name.
    """
    reading = read_template(data, file)
    checker = _Checker(reading, file, texts)
    known = vocabulary_of(identifier)
    for part in reading.parts:
        checker.part(part, known)
    if reading.template is not None and not checker.faults:
        checker.bind(reading.template, identifier)
    found = {(f.line, f.column, f.reason): f for f in (*reading.faults, *checker.faults)}
    return tuple(fault for _, fault in sorted(found.items()))


class _Checker:
    """Walks the nodes of one file."""

    def __init__(self, reading: Reading, file: str, texts: Translations) -> None:
        self._reading = reading
        self._file = file
        self._texts = texts
        self.faults: list[Fault] = []

    def part(self, nodes: Nodes, known: Vocabulary | None) -> None:
        self._nodes(nodes, known, {})
        seen: set[str] = set()
        for node in every_node(nodes):
            if isinstance(node, SectionNode):
                if node.id in seen:
                    self._fault(node, "id", reason("section_twice", name=repr(node.id)))
                seen.add(node.id)

    def bind(self, template: Template, identifier: str) -> None:
        """Bind the template with the sample cards: lists of the wrong kind are found here."""
        for card in cards_of(identifier):
            for variant in Variant:
                try:
                    context = flatten(card, CardViewState(), self._texts, variant=variant)
                except CardError as error:
                    self.faults.append(Fault(self._file, 1, 1, error.detail))
                    return
                for node in template.nodes_for(variant):
                    try:
                        bind_nodes((node,), context)
                    except CardError as error:
                        self._fault(node, "", error.detail)

    def _nodes(
        self, nodes: Nodes, known: Vocabulary | None, scope: Mapping[str, frozenset[str] | None]
    ) -> None:
        for node in nodes:
            self._node(node, known, scope)
            inner = self._inner(node, known, scope)
            for part in node.parts:
                self._nodes(nodes_in(node, part), known, inner)

    def _inner(
        self, node: Node[Any], known: Vocabulary | None, scope: Mapping[str, frozenset[str] | None]
    ) -> Mapping[str, frozenset[str] | None]:
        """Names inside `each`, and inside the cells of a grid."""
        if isinstance(node, EachNode):
            if known is not None and node.entry in known.names | scope.keys():
                self._fault(node, "entry", reason("name_taken", name=repr(node.entry)))
            return {**scope, node.entry: known.lists.get(node.source) if known else None}
        if "cell" in node.parts:
            return {**scope, "entry": None}
        return scope

    def _node(
        self, node: Node[Any], known: Vocabulary | None, scope: Mapping[str, frozenset[str] | None]
    ) -> None:
        for name, text in _texts_of(node):
            self._keys(node, name, text)
            if known is not None:
                self._places(node, name, text, known, scope)
        if isinstance(node, ImageNode):
            self._mark(node)
        if known is not None:
            self._named(node, known, scope)
            self._entries(node, known)
            for identifier in node.button_ids():
                if identifier not in known.buttons:
                    near = nearest(identifier, known.buttons)
                    self._fault(node, "only", reason("no_button", name=repr(identifier), near=near))

    def _mark(self, node: ImageNode) -> None:
        marks = mark_names()
        is_fixed = "{" not in node.image and node.is_name()
        if node.kind is ImageKind.MARK and is_fixed and node.image not in marks:
            near = nearest(node.image, marks)
            self._fault(node, "image", reason("no_mark", name=repr(node.image), near=near))

    def _keys(self, node: Node[Any], name: str, text: str) -> None:
        for match in _KEY.finditer(text):
            if not self._texts.has(match[1]):
                near = nearest(match[1], self._texts.texts)
                self._fault(node, name, reason("no_text", name=repr(match[1]), near=near))

    def _places(
        self,
        node: Node[Any],
        name: str,
        text: str,
        known: Vocabulary,
        scope: Mapping[str, frozenset[str] | None],
    ) -> None:
        for match in _PLACE.finditer(text):
            value, part = match[1], match[2]
            if value in scope:
                fields = scope[value]
                if part and fields is not None and part not in fields | {"number"}:
                    near = nearest(part, fields)
                    self._fault(
                        node,
                        name,
                        reason("no_entry_field", source=repr(value), name=repr(part), near=near),
                    )
            elif part or value not in known.names:
                near = nearest(value, known.names | scope.keys())
                self._fault(node, name, reason("no_value", name=match[0], near=near))

    def _named(
        self, node: Node[Any], known: Vocabulary, scope: Mapping[str, frozenset[str] | None]
    ) -> None:
        for kind, fields, names in (
            ("no_list", node.sources, frozenset(known.lists)),
            ("no_value", node.names, known.names),
        ):
            for one in fields:
                name = getattr(node, one)
                if name and name.partition(".")[0] not in names | scope.keys():
                    near = nearest(name, names)
                    self._fault(node, one, reason(kind, name=repr(name), near=near))

    def _entries(self, node: Node[Any], known: Vocabulary) -> None:
        source = getattr(node, "source", "")
        fields = known.lists.get(source) if isinstance(source, str) else None
        for one, name in node.entry_names():
            if name and fields and name not in fields:
                near = nearest(name, fields)
                self._fault(
                    node,
                    one,
                    reason("entries_lack", source=repr(source), name=repr(name), near=near),
                )

    def _fault(self, node: Node[Any], name: str, why: str) -> None:
        line, column = self._reading.place(node, name)
        self.faults.append(Fault(self._file, line, column, why))


@cache
def mark_names() -> tuple[str, ...]:
    """Names of the pictures that are ours."""
    return tuple(sorted(file.stem for file in (shipped("resources") / "icons").glob("*.svg")))


def _texts_of(node: Node[Any]) -> Iterator[tuple[str, str]]:
    """Every text of a node, those of its columns included."""
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, str):
            yield name, value
        elif name == "columns" and isinstance(value, tuple):
            yield from ((name, getattr(column, "title", "")) for column in value)
