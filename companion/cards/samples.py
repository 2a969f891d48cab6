"""Cards with sensible content: for the gallery, the editor, and the checker's names.

Files are `resources/samples/<locale>/<name>.json`, each one card as it travels. Every card type has
at least one; `<name>` begins with the name of its template.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from companion.cards.json_data import decoded_or_fault
from companion.cards.template import Fault
from companion.protocol.cards.builder import CardBuilder
from companion.protocol.cards.catalog import CardData
from companion.support.paths import shipped


@dataclass(frozen=True, slots=True)
class CardSample:
    """A card to look at.

    Attributes:
        name: Unique; file stem, such as `quest_list_empty`.
        data: The card as the engine would send it.
    """

    name: str
    data: CardData

    @property
    def template(self) -> str:
        """Id of the template that lays it out."""
        return self.data.build_card().template


@cache
def samples(locale: str) -> tuple[CardSample, ...]:
    """The shipped samples of a language, by name; blocks on the disk the first time.

    Raises:
        ValueError: A file is damaged.
    """
    folder = shipped("resources") / "samples" / locale
    return tuple(
        CardSample(file.stem, decode_card(file.read_bytes(), file.name))
        for file in sorted(folder.glob("*.json"))
    )


def decode_card(data: bytes, file: str) -> CardData:
    """Read a card as it travels.

    Raises:
        ValueError: It is no card of a known type; the text names the file and the place.
    """
    card = read_card(data, file)
    if isinstance(card, Fault):
        raise ValueError(card.told)
    return card


def read_card(data: bytes, file: str) -> CardData | Fault:
    """Read a card as it travels, or say what is wrong with it and where."""
    found: CardData | Fault = decoded_or_fault(data, file, CardData)
    return found


def cards_of(template: str, locale: str = "en_us") -> tuple[CardBuilder, ...]:
    """What the cards of a template hold: names of values, lists and buttons."""
    return _by_template(locale).get(template, ())


@cache
def _by_template(locale: str) -> Mapping[str, tuple[CardBuilder, ...]]:
    found: dict[str, tuple[CardBuilder, ...]] = {}
    for sample in samples(locale):
        card = sample.data.build_card()
        found[card.template] = (*found.get(card.template, ()), card)
    return found
