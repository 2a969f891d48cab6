"""Keys of paid speech, the player's own limits, and a check whose price is said before."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from companion.ui.settings.deeds import Deeds
from companion.ui.settings.fields import Fields
from companion.ui.settings.form import Form
from companion.ui.settings.secret_fields import SecretFields
from companion.ui.words import Words

MOST_MONEY = 100_000.0


class Check:
    """The check of ears and voice: first the price, then the deed. GUI thread."""

    def __init__(self, form: Form, fields: Fields, deeds: Deeds) -> None:
        self._fields = fields
        self._deeds = deeds
        self._button: QPushButton = form.button("verify", fields.words("verify.ask"), self._press)
        form.pair(fields.words("verify"), self._button)
        self._answer: Words = form.note(fields.words("verify.note"))
        self._answer.setObjectName("setting:verify_answer")
        self._is_offered = False

    def offered(self, price: str) -> None:
        """The price is known: the next press pays it."""
        self._is_offered = True
        self._button.setEnabled(True)
        self._button.setText(self._fields.words("verify.do"))
        self._answer.say(price)

    def told(self, answer: str, *, is_well: bool) -> None:
        """The check is over, or could not be; a further one asks for the price again."""
        self._is_offered = False
        self._button.setEnabled(True)
        self._button.setText(self._fields.words("verify.ask"))
        self._answer.say(answer, "muted" if is_well else "failed")

    def _press(self) -> None:
        self._button.setEnabled(False)
        doing = "verify.doing" if self._is_offered else "verify.asking"
        self._answer.say(self._fields.words(doing), "muted")
        (self._deeds.verify if self._is_offered else self._deeds.offer)()
        self._is_offered = False


def fill(form: Form, fields: Fields, secrets: SecretFields, deeds: Deeds) -> Check:
    """Put the rows into the form; returns the check, to be told what came of it."""
    form.note(fields.words("keys.note"))
    secrets.add_to(form)
    form.heading(fields.words("section.limits"))
    fields.number(form, "speech_cap_daily", 0.0, MOST_MONEY, 0.5)
    fields.number(form, "speech_cap_monthly", 0.0, MOST_MONEY, 5.0)
    form.note(fields.words("speech_cap.note"))
    form.heading(fields.words("section.check"))
    return Check(form, fields, deeds)
