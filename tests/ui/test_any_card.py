"""Whatever the template: its widgets stand and are painted, and each control has a name."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from companion.cards.library import CardLibrary, load_library
from companion.cards.samples import samples
from companion.cards.template_reader import decode_template
from companion.cards.view import Variant
from companion.ui.card_pictures import card_stage, sample_view
from companion.ui.pictures import grab
from tests.helpers import card_fitting as fitting
from tests.helpers import card_strategies as any_card
from tests.helpers import cards_make as make
from tests.helpers.ui_look import accessible

Role = QAccessible.Role
LIBRARY = load_library("en_us")
SAMPLES = tuple(sample.name for sample in samples("en_us"))


def controls(sample: str, template: bytes, variant: Variant) -> list[tuple[Role, str]]:
    data = make.sample(sample)
    own = {data.build_card().template: decode_template(template, "own.json")}
    library = CardLibrary(own, LIBRARY.translations, LIBRARY.phrases)
    stage = card_stage(sample_view(data, library, variant), library)
    try:
        assert not grab(stage).isNull()
        return list(accessible(stage))
    finally:
        stage.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


QUICK = settings(
    deadline=None,
    max_examples=60,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
PRESSED = (Role.Button, Role.ListItem, Role.CheckBox)
VARIANTS = st.sampled_from(tuple(Variant))


@QUICK
@given(data=st.data(), sample=st.sampled_from(SAMPLES), variant=VARIANTS)
def test_any_template_that_fits_is_drawn_with_names(
    data: st.DataObject, sample: str, variant: Variant
) -> None:
    met = controls(sample, data.draw(fitting.fitting(sample)), variant)

    assert met
    assert [role for role, name in met if role in PRESSED and not name] == []


@QUICK
@given(any_card.templates(), st.sampled_from(SAMPLES), VARIANTS)
def test_any_valid_template_is_drawn_with_names(
    template: bytes, sample: str, variant: Variant
) -> None:
    met = controls(sample, template, variant)

    assert met
    assert [role for role, name in met if role in PRESSED and not name] == []


def test_a_row_whose_field_is_empty_has_a_name_all_the_same() -> None:
    template = b'{"nodes": [{"type": "list", "source": "items", "text": "amount"}]}'

    met = controls("item_sources", template, Variant.FULL)

    assert [name for role, name in met if role is Role.ListItem] == ["Empty line"]
