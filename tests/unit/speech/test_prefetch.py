"""Phrases made before they are needed are exactly those that are said later."""

from __future__ import annotations

import pytest

from companion.cards.library import load_library
from companion.client.presentation import Presentation
from companion.language.phrase import phrase
from companion.speech.lexicon import Lexicon
from companion.speech.prefetch import FIXED, fixed_phrases


@pytest.mark.parametrize(("locale", "language"), [("en_us", "en"), ("zh_cn", "zh")])
def test_what_is_made_before_is_what_the_voice_is_asked_for_later(
    locale: str, language: str
) -> None:
    library = load_library(locale)
    said = Presentation(library).aloud(tuple(phrase(key) for key in FIXED))
    asked = [Lexicon().aloud(sentence, language) for sentence in said]
    assert list(fixed_phrases(library.translations.text, language)) == list(dict.fromkeys(asked))


@pytest.mark.parametrize("locale", ["en_us", "zh_cn"])
def test_only_phrases_that_are_always_the_same_are_made_before(locale: str) -> None:
    texts = load_library(locale).translations
    assert [key for key in FIXED if "{" in texts.text(key) or texts.text(key) == key] == []
