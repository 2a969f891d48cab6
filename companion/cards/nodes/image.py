"""Node `image`: one of our marks, an item, or a texture of the game; never an address or a path."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from companion.cards.binding import Context, broken, check_text, fill_plain
from companion.cards.nodes.node import Node
from companion.cards.reasons import reason
from companion.cards.view import BoundImage, ImageKind

_NAMES = {
    ImageKind.MARK: re.compile(r"[a-z][a-z_]{0,31}"),
    ImageKind.ITEM: re.compile(r"[a-z0-9_.-]+:[a-z0-9_./-]+"),
    ImageKind.TEXTURE: re.compile(r"[a-z0-9_.-]+:[a-z0-9_./-]+"),
}


class ImageNode(Node[BoundImage], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One picture.

    Attributes:
        image: What to draw: the name of a mark, a registry id, a texture's id; may be a place.
        kind: Which of the three it is.
        alt: What a screen reader says; empty for decoration.
        side: Width and height in pixels at text size 1.
    """

    binds = BoundImage

    image: str
    kind: ImageKind = ImageKind.MARK
    alt: str = ""
    side: Annotated[int, msgspec.Meta(ge=8, le=256)] = 48

    def check(self) -> None:
        """Refuse a name that no image can have."""
        super().check()
        check_text(self.image)
        if "{" not in self.image and not _is_name(self.image, self.kind):
            raise broken(reason(f"no_name_of_{self.kind.value}", name=repr(self.image)))

    def is_name(self) -> bool:
        """Whether an image could have this name."""
        return _is_name(self.image, self.kind)

    def bind(self, context: Context) -> BoundImage | None:
        """Find the name; without one, or with a path in it, there is no picture."""
        name = fill_plain(self.image, context).partition("[")[0]
        if not _is_name(name, self.kind):
            return None
        return BoundImage(self.kind, name, fill_plain(self.alt, context), self.side)

    @classmethod
    def plain(cls, bound: BoundImage) -> tuple[str, ...]:
        """What the picture shows, in brackets."""
        return (f"[{bound.alt}]",) if bound.alt else ()

    @classmethod
    def spoken(cls, bound: BoundImage) -> tuple[str, ...]:
        """Nothing: pictures are seen."""
        del bound
        return ()


def _is_name(name: str, kind: ImageKind) -> bool:
    """Whether it names an image; `..` would leave the folder of its mod."""
    return bool(_NAMES[kind].fullmatch(name)) and ".." not in name and "//" not in name
