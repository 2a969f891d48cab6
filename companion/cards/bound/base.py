"""What all bound nodes have in common: nothing but that they are some."""

from __future__ import annotations


class Bound:
    """A bound node: frozen, without a toolkit, ready to be drawn, read or spoken."""

    __slots__ = ()
