"""The one style sheet of the program: shapes, made once from the theme's tokens.

Widgets name their part with the property `kind`; what is painted by hand has none.
"""

from __future__ import annotations

from string import Template

from PySide6.QtWidgets import QWidget

from companion.ui.look import Look

_SHEET = Template("""
QMainWindow, QDialog { background: $background; }
QToolTip { background: $raised; color: $ink; border: 1px solid $line; padding: 6px; }
QWidget[kind="stage"] { background: $background; }
QFrame[kind="bar"] { background: $panel; border: none; }
QFrame[kind="rule"] { background: $line; border: none; }
QFrame[kind="card"] { background: $panel; border: 1px solid $line; border-radius: ${radius}px; }
QFrame[kind="inset"] {
    background: $background; border: 1px solid $line; border-radius: ${small}px;
}
QScrollArea { background: transparent; border: none; }
QWidget[kind="page"] { background: transparent; }

QLineEdit, QComboBox, QAbstractSpinBox {
    background: $background; color: $ink; border: 1px solid $line;
    border-radius: ${small}px; padding: 0 10px; min-height: ${button}px; font-size: ${body}px;
    selection-background-color: $accent; selection-color: $accent_ink;
    placeholder-text-color: $muted;
}
QLineEdit[kind="send"] { min-height: ${send}px; padding: 0 14px; border-radius: ${radius}px; }
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus {
    border: 2px solid $accent; padding: 0 9px; min-height: ${button_focus}px;
}
QLineEdit[kind="send"]:focus { min-height: ${send_focus}px; padding: 0 13px; }
QLineEdit:disabled { color: $muted; }
QPlainTextEdit[kind="words"] {
    background: $background; color: $ink; border: 1px solid $line;
    border-radius: ${small}px; padding: 4px 6px; font-size: ${body}px;
    selection-background-color: $accent; selection-color: $accent_ink;
    placeholder-text-color: $muted;
}
QPlainTextEdit[kind="words"]:focus { border: 2px solid $accent; padding: 3px 5px; }
QComboBox::drop-down { border: none; width: 28px; }
QComboBox::down-arrow { image: none; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QComboBox QAbstractItemView {
    background: $raised; color: $ink; border: 1px solid $line; padding: 4px;
    selection-background-color: $own; selection-color: $ink; outline: none;
}

QPushButton {
    background: $raised; color: $ink; border: 1px solid $line; border-radius: ${small}px;
    padding: 0 14px; min-height: ${button}px; font-size: ${body}px;
}
QPushButton:hover { border-color: $muted; }
QPushButton:pressed { background: $background; }
QPushButton:focus { border: 2px solid $accent; padding: 0 13px; min-height: ${button_focus}px; }
QPushButton:disabled { color: $muted; background: transparent; }
QPushButton[kind="primary"] {
    background: $accent; color: $accent_ink; border: 1px solid $accent; font-weight: 700;
}
QPushButton[kind="primary"]:hover { background: $accent; border-color: $ink; }
QPushButton[kind="primary"]:focus {
    border: 6px double $accent_ink; padding: 0 9px; min-height: ${button_double}px;
}
QPushButton[kind="primary"]:disabled { background: $raised; color: $muted; border-color: $line; }
QPushButton[kind="danger"] { background: transparent; color: $failed; border: 1px solid $failed; }
QPushButton[kind="danger"]:hover { background: $raised; border-color: $ink; }
QPushButton[kind="danger"]:focus { border: 2px solid $failed; }
QPushButton[kind="danger"]:disabled { color: $muted; border-color: $line; }
QPushButton[kind="icon"] {
    background: transparent; border: 1px solid transparent; padding: 0;
    min-height: 30px; min-width: 30px; max-width: 30px; max-height: 30px;
}
QPushButton[kind="icon"]:hover { background: $raised; }
QPushButton[kind="icon"]:focus { border: 2px solid $accent; min-height: 28px; min-width: 28px; }
QPushButton[kind="quiet"] { background: transparent; border: 1px solid transparent; }
QPushButton[kind="quiet"]:hover { background: $raised; }
QPushButton[kind="quiet"]:focus { border: 2px solid $accent; }
QPushButton[kind="chip"] {
    background: transparent; color: $muted; border: 1px solid $line;
    border-radius: ${chip_radius}px;
    min-height: ${chip}px; padding: 0 12px; font-size: ${caption_up}px;
}
QPushButton[kind="chip"]:hover { color: $ink; border-color: $muted; }
QPushButton[kind="chip"]:focus {
    border: 2px solid $accent; color: $ink; padding: 0 11px; min-height: ${chip_focus}px;
}
QPushButton[kind="tab"] {
    background: transparent; color: $muted; border: 1px solid transparent;
    border-radius: ${chip_radius}px; min-height: ${chip}px; padding: 0 12px;
    font-size: ${caption_up}px;
}
QPushButton[kind="tab"]:hover { background: $raised; color: $ink; }
QPushButton[kind="tab"]:checked {
    background: $own; color: $ink; border: 1px solid $line; font-weight: 700;
}
QPushButton[kind="tab"]:focus {
    border: 2px solid $accent; padding: 0 11px; min-height: ${chip_focus}px;
}
QPushButton[kind="tab"]:disabled { color: $muted; background: transparent; }
QPushButton[kind="option"]:checked {
    background: $own; color: $ink; border: 2px solid $accent; padding: 0 13px;
    min-height: ${button_focus}px;
}
QPushButton[kind="option"]:focus {
    border: 6px double $ink; padding: 0 9px; min-height: ${button_double}px;
}
QPushButton[kind="talk"] {
    padding: 0; min-height: 48px; max-height: 48px; min-width: 48px; max-width: 48px;
}
QPushButton[kind="floating"] {
    background: $raised; color: $ink; border: 1px solid $line; border-radius: 16px;
    min-height: 30px; padding: 0 14px; font-size: ${caption_up}px;
}

QCheckBox {
    color: $ink; spacing: 8px; font-size: ${body}px;
    border: 2px solid transparent; border-radius: 7px; padding: 2px;
}
QCheckBox::indicator {
    width: 18px; height: 18px; border: 1px solid $muted; border-radius: 5px;
    background: $background;
}
QCheckBox::indicator:hover { border-color: $ink; }
QCheckBox::indicator:checked { background: $accent; border: 1px solid $accent; }
QCheckBox::indicator:disabled { border-color: $line; }
QCheckBox:focus { border: 2px solid $accent; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $line; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: $accent; }
QSlider::handle:horizontal {
    width: 16px; height: 16px; margin: -6px 0; border-radius: 8px; background: $ink;
}
QSlider::handle:horizontal:focus {
    width: 12px; height: 12px; margin: -8px 0; border-radius: 10px;
    background: $background; border: 4px solid $accent;
}
QScrollBar:vertical { background: transparent; width: 10px; margin: 2px; border: none; }
QScrollBar::handle:vertical { background: $line; border-radius: 3px; min-height: 32px; }
QScrollBar::handle:vertical:hover { background: $muted; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 2px; border: none; }
QScrollBar::handle:horizontal { background: $line; border-radius: 3px; min-width: 32px; }
QScrollBar::handle:horizontal:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { height: 0; width: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QListView { background: $raised; color: $ink; border: 1px solid $line; padding: 1px; }
QListView:focus { border: 2px solid $accent; padding: 0; }
QListView[kind="pages"] {
    background: $panel; border: none; border-right: 1px solid $line; outline: none;
    padding: 8px; font-size: ${body}px;
}
QListView[kind="pages"]::item { min-height: ${button}px; padding-left: 8px; border-radius: 6px; }
QListView[kind="pages"]::item:selected { background: $own; color: $ink; }
QListView[kind="pages"]::item:selected:focus { border: 2px solid $accent; }
QListView[kind="rows"], QTableView[kind="rows"] {
    background: transparent; border: none; outline: none; padding: 0;
}
QListView[kind="faults"] {
    background: $panel; border: 1px solid $line; border-radius: ${small}px; padding: 4px;
    outline: none; font-size: ${caption_up}px;
}
QListView[kind="faults"]::item { padding: 3px 6px; }
QListView[kind="faults"]::item:selected { background: $own; color: $ink; }
QPlainTextEdit[kind="code"] {
    background: $background; color: $ink; border: 1px solid $line; border-radius: ${small}px;
    selection-background-color: $accent; selection-color: $accent_ink;
}
QListView[kind="faults"]:focus, QPlainTextEdit[kind="code"]:focus,
QScrollArea[kind="preview"]:focus { border: 1px solid $accent; }
QMenu { background: $raised; color: $ink; border: 1px solid $line; padding: 4px; }
QMenu::item { padding: 6px 16px; border-radius: 6px; }
QMenu::item:selected { background: $own; }
""")


def style_sheet(look: Look) -> str:
    """The style sheet of a look."""
    theme, scale = look.theme, look.scale
    return _SHEET.substitute(
        {
            **theme.tokens(),
            "radius": theme.radii.large,
            "small": theme.radii.small,
            "body": round(theme.type.body * scale),
            "caption_up": round(theme.type.small * scale),
            "button": round(34 * scale),
            "button_focus": round(34 * scale) - 2,
            "button_double": round(34 * scale) - 10,
            "send": round(42 * scale),
            "send_focus": round(42 * scale) - 2,
            "chip": round(26 * scale),
            "chip_focus": round(26 * scale) - 2,
            "chip_radius": round(26 * scale) // 2 + 1,
        }
    )


def of_kind(widget: QWidget, kind: str) -> None:
    """Name the part a widget plays; before it is first shown."""
    widget.setProperty("kind", kind)
