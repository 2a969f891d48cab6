"""Asides, tiers and keys as somebody would read them aloud."""

from __future__ import annotations

import pytest

from companion.language.ear_marks import without_marks

ENGLISH = {
    "an aside": ("liquids (usually water) to polish", "liquids, usually water, to polish"),
    "an aside at the end": ("Go home (now).", "Go home, now."),
    "an aside at the start": ("(Optional) Build it", "Optional, Build it"),
    "a sentence in brackets": ("Do it. (Really.) Go.", "Do it. Really. Go."),
    "the start of a word": ("can be (dis)charged (now) here", "can be discharged, now, here"),
    "one or many": ("take item(s) and box(es)", "take items and boxes"),
    "nothing in brackets": ("f() is", "f() is"),
    "a tier": ("Absorption III", "Absorption 3"),
    "a voltage is no number": ("an IV Machine and V", "an IV Machine and V"),
    "a tier of somebody": ("the Mk II's edge", "the Mk II's edge"),
    "the key of a block": ("a block.create.brass_casing here", "a brass casing here"),
    "the key of a machine": ("a gtceu.macerator at LV", "a gtceu macerator at LV"),
    "a file and a site": ("pack.json on a.com or example.com", "pack.json on a.com or example.com"),
    "the key of a version": ("for v1.20.1 only", "for v1.20.1 only"),
    "a dash between spaces": ("all of it - truly, a marvel", "all of it, truly, a marvel"),
    "from one to another": ("levels 1 - 5", "levels 1-5"),
    "a hyphen": ("an off-hand slot", "an off-hand slot"),
    "a missing space": ("the end.then go", "the end then go"),
}


@pytest.mark.parametrize(("text", "said"), ENGLISH.values(), ids=ENGLISH)
def test_english_marks_are_said_in_words(text: str, said: str) -> None:
    assert without_marks(text, "en") == said


CHINESE = {
    "an aside": ("闪锌矿（含镓）获得", "闪锌矿，含镓，获得"),
    "an aside at the end": ("获得。（完）", "获得。 完"),
    "a tier": ("伤害吸收 II", "伤害吸收 2"),
    "a dash": ("装配线 - 很重要", "装配线，很重要"),
}


@pytest.mark.parametrize(("text", "said"), CHINESE.values(), ids=CHINESE)
def test_chinese_marks_are_said_in_words(text: str, said: str) -> None:
    assert without_marks(text, "zh") == said
