"""From an item's id to the name of one texture, through item definitions and models.

Blocks are shown by their front: no cube is drawn. Anything odd gives None, never a fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

Read = Callable[[str, str], bytes | None]
"""Namespace and path below `assets/<namespace>` to bytes."""

Located = tuple[str, str]
"""Namespace and path."""

MAX_PARENTS = 16
_ID = re.compile(r"(?:([a-z0-9_.-]{1,64}):)?([a-z0-9_./-]{1,200})")
_FACES = ("layer0", "front", "all", "texture", "cross", "plant", "side", "top", "end", "particle")
"""Names under which models keep the texture that shows them best."""


def located(name: str) -> Located | None:
    """Split an id such as `minecraft:block/stone`; None for what is no id, or leads upwards."""
    found = _ID.fullmatch(name)
    if found is None or ".." in found[2] or found[2].startswith("/"):
        return None
    return found[1] or "minecraft", found[2]


def texture_of(item: str, read: Read) -> Located | None:
    """The texture that shows an item; None where no model tells.

    Args:
        item: A bare registry id.
        read: Gives the files of the game.
    """
    place = located(item)
    if place is None:
        return None
    namespace, path = place
    for model in (_defined(namespace, path, read), (namespace, f"item/{path}")):
        if model is not None and (found := _of_model(model, read)) is not None:
            return found
    return next(_guesses(namespace, path, read), None)


def _guesses(namespace: str, path: str, read: Read) -> Iterator[Located]:
    """Textures named after the item: also of 1.12, whose models lie elsewhere."""
    for folder in ("item", "items", "block", "blocks"):
        if read(namespace, f"textures/{folder}/{path}.png") is not None:
            yield namespace, f"{folder}/{path}"


def _defined(namespace: str, path: str, read: Read) -> Located | None:
    """The model that an item definition (1.21.4 and later) names first."""
    definition = _object(read(namespace, f"items/{path}.json"))
    return _first_model(definition.get("model"), MAX_PARENTS)


def _first_model(value: Any, depth: int) -> Located | None:
    if isinstance(value, str):
        return located(value)
    if depth == 0:
        return None
    if isinstance(value, Mapping):
        inside = [value[key] for key in ("model", "fallback", "on_false") if key in value]
        for key in ("models", "cases", "entries"):
            inside += value[key] if isinstance(value.get(key), list) else []
    else:
        return None
    found = (_first_model(part, depth - 1) for part in inside)
    return next((model for model in found if model is not None), None)


def _of_model(model: Located, read: Read) -> Located | None:
    textures = _textures(model, read)
    for face in _FACES:
        if (found := _followed(textures.get(face), textures)) is not None:
            return found
    others = (_followed(name, textures) for name in textures.values())
    return next((found for found in others if found is not None), None)


def _textures(model: Located, read: Read) -> dict[str, str]:
    """The textures of a model and its parents, its own first."""
    found: dict[str, str] = {}
    place: Located | None = model
    for _ in range(MAX_PARENTS):
        if place is None:
            break
        body = _object(read(place[0], f"models/{place[1]}.json"))
        named = body.get("textures")
        for key, value in named.items() if isinstance(named, Mapping) else ():
            name = value.get("sprite") if isinstance(value, Mapping) else value
            if isinstance(name, str):
                found.setdefault(str(key), name)
        parent = body.get("parent")
        place = located(parent) if isinstance(parent, str) else None
    return found


def _followed(name: str | None, textures: Mapping[str, str]) -> Located | None:
    """A texture's name with `#references` followed."""
    for _ in range(MAX_PARENTS):
        if name is None or not name.startswith("#"):
            break
        name = textures.get(name[1:])
    return None if name is None or name.startswith("#") else located(name)


def _object(data: bytes | None) -> Mapping[str, Any]:
    if data is None:
        return {}
    try:
        body = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return {}
    return body if isinstance(body, Mapping) else {}
