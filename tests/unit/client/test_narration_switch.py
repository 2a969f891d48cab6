"""The switch for quests told aloud: what comes unasked is silent, what was asked is not."""

from __future__ import annotations

import pytest

from companion.app.parts import client_parts, real_devices
from companion.cards.library import load_library
from companion.engine.narration.organiser import FRAGMENT_S
from companion.support.locales import Locale
from companion.support.resources import LOCALES
from companion.support.secrets import NoStore, Secrets
from companion.support.settings import Settings
from tests.helpers.client_rig import Rig, quest_list, show


@pytest.mark.behaviour("NARR-015")
@pytest.mark.parametrize("is_on", [True, False], ids=["on", "off"])
def test_quests_that_come_unasked_are_told_aloud_only_while_narration_is_on(*, is_on: bool) -> None:
    rig = Rig(narration=is_on)
    rig.notice("New quests", (show(quest_list(3)),))
    assert bool(rig.mouth.said) is is_on
    assert rig.state.front == show(number=1).ref
    assert len(rig.log) == 1


@pytest.mark.behaviour("NARR-015")
def test_other_notices_and_answers_are_said_without_narration() -> None:
    rig = Rig(narration=False)
    rig.notice("Somebody joined")
    rig.type("show my quests")
    rig.reply(cards=(show(quest_list(3)),))
    assert len(rig.mouth.said) == 2


@pytest.mark.behaviour("NARR-015")
@pytest.mark.parametrize("is_on", [True, False], ids=["on", "off"])
def test_the_setting_reaches_the_client(*, is_on: bool) -> None:
    settings = Settings(narration=is_on)
    parts = client_parts(settings, Secrets({}, NoStore()), real_devices(settings))
    assert parts.narration is is_on


@pytest.mark.behaviour("NARR-015")
@pytest.mark.parametrize("locale", LOCALES)
def test_how_long_a_telling_is_kept_is_said_beside_the_switch(locale: Locale) -> None:
    note = load_library(locale).translations.text("ui.settings.narration.note")
    assert f" {FRAGMENT_S / 60:.0f} " in note
