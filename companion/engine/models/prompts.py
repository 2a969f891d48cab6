"""Prompts: text files with places, read again whenever resources are (ENG-077).

Shipped ones lie in `resources/prompts/`; a file of the same name in the world's
`config/system/prompts/` replaces one. A place is `{name}`; all other braces are text.
To add a prompt: its file, and a line in `PROMPTS` with the places it must have.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.support.bounded import read_bounded
from companion.support.paths import shipped

logger = logging.getLogger(__name__)

MOST_BYTES = 64 * 1024

PROMPTS: Mapping[str, frozenset[str]] = {
    "route": frozenset({"actions"}),
    "reason": frozenset({"rounds"}),
    "reason_last": frozenset(),
    "chat": frozenset({"world"}),
    "narrate": frozenset(),
    "knowledge": frozenset(),
    "research": frozenset({"rounds"}),
    "research_last": frozenset(),
}
"""Prompt to its places. A file must have all of them and no other."""

_PLACE = re.compile(r"\{([a-z][a-z0-9_]*)\}")


@dataclass(frozen=True, slots=True)
class PromptSet:
    """All prompts at one moment; a task that began with one keeps it.

    Attributes:
        faults: What is not used, one line a file.
    """

    texts: Mapping[str, str]
    faults: tuple[str, ...] = ()

    def fill(self, prompt: str, **values: str) -> str:
        """Put values into a prompt's places; braces inside a value stay what they are.

        Raises:
            KeyError: There is no such prompt, or a place got no value: a fault of ours.
        """
        return _PLACE.sub(lambda place: values[place[1]], self.texts[prompt])


@dataclass(slots=True)
class PromptBook:
    """Guards the prompts in use. `reload` blocks on the disk; `current` may be read anywhere.

    Attributes:
        folders: Where prompts are; a later folder's prompt replaces an earlier one's.
        places: Prompts and their places; an extension adds its own.
    """

    folders: Sequence[Path] = field(default_factory=lambda: (shipped("resources") / "prompts",))
    places: Mapping[str, frozenset[str]] = field(default_factory=lambda: PROMPTS)
    current: PromptSet = field(default_factory=lambda: PromptSet({}))

    def reload(self) -> tuple[str, ...]:
        """Read every file again; a bad one leaves the prompt as the folder before it says.

        Returns:
            What is not used, one line a file.
        """
        texts: dict[str, str] = {}
        faults: list[str] = []
        for folder in self.folders:
            found, wrong = read_folder(folder, self.places)
            texts |= found
            faults += wrong
        faults += [f"{name}.txt: missing" for name in self.places if name not in texts]
        for fault in faults:
            logger.warning("prompt not used: %s", fault)
        self.current = PromptSet({**self.current.texts, **texts}, tuple(faults))
        return self.current.faults


def read_folder(
    folder: Path, places: Mapping[str, frozenset[str]]
) -> tuple[dict[str, str], list[str]]:
    """Read the prompts of a folder.

    Returns:
        Those that can be used, and what is wrong with the others.
    """
    texts: dict[str, str] = {}
    faults: list[str] = []
    for file in sorted(folder.glob("*.txt")):
        try:
            texts[file.stem] = judged(_read(file), file.stem, places)
        except (OSError, ValueError) as error:
            faults.append(f"{file.name}: {error}")
    return texts, faults


def judged(text: str, name: str, places: Mapping[str, frozenset[str]]) -> str:
    """Check a prompt.

    Raises:
        ValueError: It is unknown or empty, lacks a place, or has one that nobody fills.
    """
    if name not in places:
        raise ValueError(f"no such prompt; there are {', '.join(sorted(places))}")
    if not text.strip():
        raise ValueError("empty")
    found = set(_PLACE.findall(text))
    if missing := sorted(places[name] - found):
        raise ValueError(f"lacks {{{missing[0]}}}")
    if unknown := sorted(found - places[name]):
        raise ValueError(f"nobody fills {{{unknown[0]}}}")
    return text.strip()


def _read(file: Path) -> str:
    data = read_bounded(file, MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValueError("larger than 64 KiB")
    return data.decode("utf-8-sig")
