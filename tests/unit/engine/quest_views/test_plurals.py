"""English plurals of names in sentences."""

from __future__ import annotations

import pytest

from companion.engine.quest_views.wording import things

PLURALS = {
    "Furnace": "furnaces",
    "Infused Seashelf": "infused seashelves",
    "Knife": "knives",
    "Oak Leaf": "oak leaves",
    "Beef": "beef",
    "Snowman": "snowmen",
    "Talisman": "talismans",
    "Battery": "batteries",
    "Torch": "torches",
    "Cooked Salmon": "cooked salmon",
    "SMD Diode": "SMD Diodes",
}


@pytest.mark.parametrize(("name", "many"), PLURALS.items(), ids=PLURALS)
def test_two_of_something_are_named_as_one_says_them(name: str, many: str) -> None:
    assert things(2, name, "en") == many
