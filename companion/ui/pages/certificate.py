"""A certificate that no known authority has signed: looked at, compared, trusted by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from companion.client.servers_view import ServerOrders, ServersView
from companion.language.translations import Translations
from companion.support.errors import Failure
from companion.ui.icon_and_word import word_button
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

if TYPE_CHECKING:
    from companion.client.offered_certificate import OfferedCertificate

_CAUSES = frozenset({Failure.CERTIFICATE_UNTRUSTED, Failure.CERTIFICATE_CHANGED})


class CertificatePanel(QFrame):
    """Shown while the server in use is not believed for its certificate. GUI thread."""

    def __init__(self, translations: Translations, orders: ServerOrders) -> None:
        super().__init__()
        of_kind(self, "card")
        self.setObjectName("certificate")
        self._text = text = translations.text
        self._orders = orders
        self._current = ""
        self._offered: OfferedCertificate | None = None
        self._is_refused = False
        self.setAccessibleName(text("ui.certificate"))
        self._line = Words(text("ui.certificate.line"), Style(token="muted"))
        self._fingerprint = Words(style=Style(bold=True))
        self._fingerprint.setAccessibleName(text("ui.certificate.fingerprint"))
        self._show = word_button("certificate:show", text("ui.certificate.show"), "primary")
        self._trust = word_button("certificate:trust", text("ui.certificate.trust"), "primary")
        self._show.clicked.connect(self._ask)
        self._trust.clicked.connect(self._accept)
        self._lay_out()
        self._draw()

    def show_servers(self, view: ServersView) -> None:
        """Take the certificate that the server in use showed."""
        is_same = view.current == self._current
        offered = view.offered or (self._offered if is_same else None)
        self._current = view.current
        self._offered = offered if offered and offered.server == view.current else None
        self._draw()

    def show_reason(self, reason: Failure | None) -> None:
        """Be there only where the certificate is what is in the way."""
        is_refused = reason in _CAUSES
        if is_refused != self._is_refused:
            self._is_refused = is_refused
            self._draw()

    def _draw(self) -> None:
        offered = self._offered
        self._fingerprint.say(_in_lines(offered.fingerprint) if offered else "")
        self._fingerprint.setVisible(offered is not None)
        key = "compare" if offered else "line"
        self._line.say(self._text(f"ui.certificate.{key}"), "muted")
        self._show.setVisible(offered is None)
        self._trust.setVisible(offered is not None)
        self.setVisible(self._is_refused and bool(self._current))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        column.setSpacing(2 * GRID)
        column.addWidget(Words(self._text("ui.certificate"), Style(Size.HEADING, bold=True)))
        column.addWidget(self._line)
        column.addWidget(self._fingerprint)
        row = QHBoxLayout()
        row.addWidget(self._show)
        row.addWidget(self._trust)
        row.addStretch(1)
        column.addLayout(row)

    def _ask(self) -> None:
        self._orders.show_certificate(self._current)

    def _accept(self) -> None:
        if self._offered is not None:
            self._orders.trust(self._offered)
            self._offered = None
            self._draw()


def _in_lines(fingerprint: str) -> str:
    """Two lines of sixteen pairs: to be compared, not to be read."""
    pairs = fingerprint.split(":")
    half = len(pairs) // 2
    return ":".join(pairs[:half]) + ":\n" + ":".join(pairs[half:])
