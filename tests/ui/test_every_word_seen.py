"""Whatever the text size, no word of a shipped card is cut off or broken in two.

Letters are boxes: their widths are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from companion.cards.library import load_library
from companion.cards.samples import samples
from companion.cards.view import Variant
from companion.ui.application import open_application, wear
from companion.ui.card_pictures import card_picture, sample_view
from companion.ui.look import Look, default_look
from companion.ui.words import Style, Words
from tests.helpers.card_thumbnails import use_boxes
from tests.helpers.words_watched import Watch

EXCERPTS = frozenset({"quest_guide", "knowledge"})
"""Of their passages small cards show the first rows; the whole stands in the full card."""

SMALL = (Variant.COMPACT, Variant.NOTIFICATION)


@pytest.fixture
def watch(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    use_boxes(qapp)
    yield Watch(monkeypatch)
    open_application()
    wear(qapp, default_look())


@pytest.mark.parametrize("size", [0.8, 1.0, 2.0])
@pytest.mark.parametrize("locale", ["en_us", "zh_cn"])
def test_no_word_of_a_card_is_cut_or_broken(
    qapp: QApplication, watch: Watch, locale: str, size: float
) -> None:
    wear(qapp, Look(default_look().theme, size))
    library = load_library(locale)
    for sample in samples(locale):
        for variant in Variant:
            card_picture(sample_view(sample.data, library, variant), library)
            if sample.name in EXCERPTS and variant in SMALL:
                watch.cut.clear()
            assert (sample.name, variant, watch.cut, watch.broken) == (sample.name, variant, [], [])


def test_what_is_cut_or_broken_is_noticed(qapp: QApplication, watch: Watch) -> None:
    words = Words("Incomprehensibilities and more of them", Style(max_lines=2))
    words.setFixedSize(80, 60)
    words.grab()

    assert watch.broken
    assert watch.cut == ["Incomprehensibilities and more of them"]
