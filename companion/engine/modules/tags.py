"""Named sets of entries: `data/<namespace>/tags/system/<registry>/<path>.json`.

A tag lists ids, other tags (`#namespace:path`), and optional members that need not exist. Packs add
to a tag of the same name, unless one says `"replace": true`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec

from companion.engine.modules.definition import IdOrTag


class TagMember(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a tag; with `required` false it is left out where it does not exist."""

    id: IdOrTag
    required: bool = True


class TagFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one pack says about a tag."""

    values: tuple[TagMember, ...]
    replace: bool = False


def read_tag(data: bytes) -> TagFile:
    """Read a tag file; a bare string is a required member.

    Raises:
        ValueError: The file is no tag.
    """
    fields = msgspec.json.decode(data, type=dict[str, object])
    listed = fields.get("values")
    if isinstance(listed, list):
        fields["values"] = [{"id": one} if isinstance(one, str) else one for one in listed]
    return msgspec.convert(fields, TagFile)


def joined(files: Iterable[TagFile]) -> tuple[TagMember, ...]:
    """The members of a tag over all packs, first pack first."""
    members: list[TagMember] = []
    for file in files:
        if file.replace:
            members.clear()
        members.extend(file.values)
    return tuple(members)


def resolve(
    tags: Mapping[str, tuple[TagMember, ...]], known: Collection[str]
) -> Mapping[str, tuple[str, ...]]:
    """Find what each tag holds in the end, in order and without repeats.

    Args:
        tags: Name (without `#`) to members.
        known: Ids that exist.

    Raises:
        ValueError: A required member does not exist, or a tag contains itself.
    """
    done: dict[str, tuple[str, ...]] = {}
    for name in tags:
        _resolve(name, tags, known, done, ())
    return done


def _resolve(
    name: str,
    tags: Mapping[str, tuple[TagMember, ...]],
    known: Collection[str],
    done: dict[str, tuple[str, ...]],
    inside: tuple[str, ...],
) -> tuple[str, ...]:
    if name in inside:
        raise ValueError(f"tag #{name} contains itself")
    if name not in done:
        found: dict[str, None] = {}
        for member in tags[name]:
            bare = member.id.removeprefix("#")
            if bare not in (tags if member.id.startswith("#") else known):
                if member.required:
                    raise ValueError(f"tag #{name} names {member.id}, which does not exist")
            elif member.id.startswith("#"):
                found.update(dict.fromkeys(_resolve(bare, tags, known, done, (*inside, name))))
            else:
                found[bare] = None
        done[name] = tuple(found)
    return done[name]


def chosen(
    listed: Iterable[str] | None, tags: Mapping[str, tuple[str, ...]], known: Collection[str]
) -> tuple[str, ...]:
    """What a parameter of ids and tags means (MOD-014).

    Args:
        listed: Ids and tags; None, the parameter was left out, means all that is known.
        tags: Resolved tags.
        known: Ids that exist, in their own order.

    Raises:
        ValueError: Something listed does not exist.
    """
    if listed is None:
        return tuple(known)
    found: dict[str, None] = {}
    for one in listed:
        bare = one.removeprefix("#")
        if bare not in (tags if one.startswith("#") else known):
            raise ValueError(f"{one} does not exist")
        found.update(dict.fromkeys(tags[bare] if one.startswith("#") else (bare,)))
    return tuple(found)
