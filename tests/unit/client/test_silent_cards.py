"""Which cards are read aloud when they appear."""

from __future__ import annotations

import pytest

from companion.language.phrase import literal
from tests.helpers import cards_make as make
from tests.helpers.client_rig import Rig, quest_list, show


@pytest.fixture
def rig() -> Rig:
    return Rig()


@pytest.mark.behaviour("CARD-072")
def test_a_card_without_sentences_of_its_own_appears_in_silence(rig: Rig) -> None:
    rig.type("help")
    rig.reply("What you can say", (show(make.help_card()),))
    assert rig.state.front == show().ref
    assert rig.mouth.said == []


@pytest.mark.behaviour("CARD-072")
def test_it_is_read_aloud_when_the_player_asks(rig: Rig) -> None:
    rig.type("help")
    rig.reply("What you can say", (show(make.help_card()),))
    rig.type("repeat")
    assert "What you can say" in " ".join(map(str, rig.mouth.said))


@pytest.mark.behaviour("CARD-072")
def test_a_card_that_brings_sentences_says_them(rig: Rig) -> None:
    rig.type("show my quests")
    rig.reply("Here.", (show(quest_list(3, (literal("Three quests."),))),))
    assert "Three quests." in " ".join(map(str, rig.mouth.said))
