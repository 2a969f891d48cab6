"""Short natural wordings that depend on a language's grammar: amounts, plurals, joined names.

Sentences live in the language resources; here is only what a `{place}` cannot do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.language.legacy_codes import plain
from companion.language.phrase import Phrase, phrase

MAX_TITLE = 80
"""Characters of a title inside a sentence; longer ones are cut for the ear."""
LARGEST_WORD = 12

_UNCOUNTED = re.compile(
    r"andesite|beef|blaze|bread|brick|charcoal|clay|coal|cobblestone|copper|cotton|"
    r"deepslate|diorite|dirt|dust|experience|flint|food|fuel|glass|glowstone|gold|granite|"
    r"grass|gravel|gunpowder|honey|hydrogen|ice|iron|lava|leather|milk|mud|netherrack|"
    r"nickel|obsidian|oil|oxygen|paper|plastic|prismarine|quartz|redstone|rf|rubber|salt|"
    r"sand|silk|slime|snow|soil|steel|stone|string|sugar|tin|uranium|water|wheat|wood|wool|"
    r"xp|fish|cod|salmon|sheep|squid",
    re.IGNORECASE,
)
_UNSPOKEN = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Signs that would steer the terminal, or the direction of the sentence around a title."""
_TITLE_CASE = re.compile(r"(?:[A-Z][a-z'-]+)(?: (?:[A-Z][a-z'-]+|of|the|on|and|in|a))*")
_DETERMINED = frozenset({"a", "an", "any", "some", "the"})
_MAN = re.compile(r"(?<!hu)(?<!sha)(?<!talis)man$")
_F = re.compile(r"(?<=[lr])f$|(?<=lea)f$|(?<=loa)f$|(?<=thie)f$|(?<=kni)fe$|(?<=li)fe$")
_ENGLISH_NAME = re.compile(r"[A-Za-z' -]*[A-Za-z]")


def title_of(text: str) -> str:
    """A title without codes, fit for a sentence."""
    bare = " ".join(_UNSPOKEN.sub("", plain(text)).split())
    return bare if len(bare) <= MAX_TITLE else bare[: MAX_TITLE - 1].rstrip() + "…"


def counted(count: int, name: str, language: str) -> str:
    """An amount of something: `2 furnaces`, `1 furnace`, `boots`, `2个熔炉`."""
    thing = things(count, name, language)
    if language == "zh":
        return f"{count}个{thing}"
    return thing if count == 1 and _stands_alone(thing) else f"{count} {thing}"


def things(count: int, name: str, language: str) -> str:
    """What stands behind a number: `furnaces`, `furnace`, `熔炉`."""
    bare = title_of(name)
    if language == "zh":
        return bare
    thing = bare.lower() if _TITLE_CASE.fullmatch(bare) else bare
    return _plural(thing) if count != 1 else thing


def joined(names: Sequence[str], language: str) -> str:
    """Names as one says them: `A, B and C`, `A、B和C`."""
    comma, last = ("、", "和") if language == "zh" else (", ", " and ")
    if len(names) < 2:
        return "".join(names)
    return comma.join(names[:-1]) + last + names[-1]


def several(key: str, count: int, **args: object) -> Phrase:
    """The phrase `key.one` or `key.many`, its `{count}` a word where it is small enough."""
    if count == 1:
        return phrase(f"{key}.one", count="1", **args)
    word = f"%engine.number.{count}%" if 2 <= count <= LARGEST_WORD else str(count)
    return phrase(f"{key}.many", count=word, **args)


def _stands_alone(name: str) -> bool:
    """Whether nobody says "one" before an English name: `boots`, `plastic`, `any log`."""
    words = name.casefold().split()
    if not _ENGLISH_NAME.fullmatch(name):
        return bool(words) and words[0] in _DETERMINED
    return (
        words[0] in _DETERMINED
        or _UNCOUNTED.fullmatch(words[-1]) is not None
        or re.search(r"[^siu]s$", words[-1]) is not None
    )


def _plural(name: str) -> str:
    """An English plural by rule; names that are none, or cannot be counted, stay as they are."""
    words = name.split()
    if not _ENGLISH_NAME.fullmatch(name) or _UNCOUNTED.fullmatch(words[-1]):
        return name
    if words[0].casefold() in _DETERMINED or re.search(r"[a-z]{3}ed$", words[-1]):
        return name
    if re.search(r"(?:[sxz]|ch|sh)$", name):
        return name if name.endswith("s") else name + "es"
    if _MAN.search(name):
        return name[:-3] + "men"
    if _F.search(name):
        return _F.sub("ves", name)
    if re.search(r"[^aeiou]y$", name):
        return name[:-1] + "ies"
    return name + "s"
