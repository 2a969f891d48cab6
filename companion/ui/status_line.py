"""The line at the foot of the window: how each part stands, and what the last turn took."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from companion.client.state import ClientState, Health, Part, Stages
from companion.language.translations import Translations
from companion.ui.sentences import failure_sentence
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size, colour
from companion.ui.tooltips import tooltip
from companion.ui.words import Style, Words

HEIGHT_PX = 32
TOKENS: Mapping[Health, str] = {
    Health.STARTING: "muted",
    Health.READY: "accent",
    Health.LIMITED: "waiting",
    Health.FAILED: "failed",
}


class HealthMark(QWidget):
    """Disc for ready, ring for starting, triangle for limited, cross for failed."""

    def __init__(self) -> None:
        super().__init__()
        self._health = Health.STARTING
        self.setFixedSize(QSize(10, 10))

    def show_health(self, health: Health) -> None:
        """Draw another state."""
        self._health = health
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the shape."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tint = colour(TOKENS[self._health])
        area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        match self._health:
            case Health.READY:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(tint)
                painter.drawEllipse(area)
            case Health.STARTING:
                painter.setPen(QPen(tint, 1.5))
                painter.drawEllipse(area)
            case Health.LIMITED:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(tint)
                top = QPointF(area.center().x(), area.top())
                painter.drawPolygon(QPolygonF([top, area.bottomRight(), area.bottomLeft()]))
            case Health.FAILED:
                painter.setPen(QPen(tint, 2))
                painter.drawLine(area.topLeft(), area.bottomRight())
                painter.drawLine(area.topRight(), area.bottomLeft())


class PartLabel(QWidget):
    """One part: mark, name and words; the whole reason in the tool tip."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(f"part:{name}")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID + 2)
        self._mark = HealthMark()
        self._words = Words(style=Style(Size.SMALL, "muted", max_lines=1))
        row.addWidget(self._mark)
        row.addWidget(self._words)

    def show_part(self, part: Part, translations: Translations) -> None:
        """Draw how the part stands."""
        self._mark.show_health(part.health)
        token = "muted" if part.health is Health.READY else TOKENS[part.health]
        self._words.say(part_words(part, translations), token)
        reason = failure_sentence(part.reason, part.detail, translations)
        self.setToolTip(tooltip(reason))
        self.setAccessibleName(self._words.text())
        self.setAccessibleDescription(reason)


class StatusLine(QFrame):
    """All parts and the last turn. GUI thread."""

    def __init__(self, translations: Translations) -> None:
        super().__init__()
        of_kind(self, "bar")
        self.setObjectName("status")
        self.setFixedHeight(HEIGHT_PX)
        self._translations = translations
        self._shown: tuple[Part, ...] = ()
        self._labels: dict[str, PartLabel] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(4 * GRID, 0, 4 * GRID, 0)
        self._row.setSpacing(4 * GRID)
        self._row.addStretch(1)
        self._turn = Words(style=Style(Size.SMALL, "muted", max_lines=1))
        self._turn.setObjectName("last_turn")
        self._row.addWidget(self._turn)

    def show_state(self, state: ClientState) -> None:
        """Draw the parts that changed, and the last turn."""
        if state.parts != self._shown:
            self._shown = state.parts
            for part in state.parts:
                self._label(part.name).show_part(part, self._translations)
        self._turn.say(turn_words(state.stages, self._translations))

    def show_view(self, *, is_full: bool) -> None:
        """Leave the last turn out where there is little room."""
        self._turn.setVisible(is_full)

    def _label(self, name: str) -> PartLabel:
        if name not in self._labels:
            self._labels[name] = PartLabel(name)
            self._row.insertWidget(len(self._labels) - 1, self._labels[name])
        return self._labels[name]


def part_words(part: Part, translations: Translations) -> str:
    """Such as `key F8`; a part without words, or not ready, says how it stands.

    Words that name a provider are put into the player's language by `ui.part.words.<id>`.
    """
    name = translations.text(f"ui.part.{part.name}")
    own = translations.texts.get(f"ui.part.words.{part.words}", part.words)
    health = translations.text(f"ui.health.{part.health.value}")
    says_health = part.health in (Health.LIMITED, Health.FAILED) or not part.words
    return " ".join(word for word in (name, own, health if says_health else "") if word)


def turn_words(stages: Stages | None, translations: Translations) -> str:
    """`last turn 1.1 s, ours 41 ms`: to the first sound, else to the first answer."""
    if stages is None:
        return ""
    whole = stages.first_sound if stages.first_sound >= 0 else stages.first_answer
    if whole < 0:
        return ""
    key = "ui.turn" if stages.own >= 0 else "ui.turn_whole"
    return translations.text(key, seconds=f"{whole / 1000:.1f}", own=f"{stages.own:.0f}")
