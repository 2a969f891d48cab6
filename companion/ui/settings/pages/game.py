"""Which game folder is read, and whose templates the cards follow."""

from __future__ import annotations

from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from companion.ui.settings.fields import Fields
from companion.ui.settings.form import Form
from companion.ui.settings.order_list import OrderList
from companion.ui.theme import GRID


def fill(form: Form, fields: Fields) -> None:
    """Put the rows into the form."""
    form.pair(fields.words("instance"), _folder_row(form, fields))
    form.heading(fields.words("section.packs"))
    form.note(fields.words("resource_packs.note"))
    buttons = QWidget()
    order = fields.order(form, "resource_packs", buttons)
    _fill_pack_buttons(buttons, form, fields, order)


def _folder_row(form: Form, fields: Fields) -> QWidget:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(2 * GRID)
    field = form.text_field(
        "instance", fields.settings.instance, lambda value: fields.change(instance=value)
    )
    field.setAccessibleName(fields.words("instance"))
    field.setPlaceholderText(fields.words("instance.hint"))

    def browse() -> None:
        title = fields.words("instance")
        if chosen := QFileDialog.getExistingDirectory(row, title, field.text()):
            field.setText(chosen)
            fields.change(instance=chosen)

    layout.addWidget(field, 1)
    layout.addWidget(form.button("instance:browse", fields.words("instance.choose"), browse))
    return row


def _fill_pack_buttons(row: QWidget, form: Form, fields: Fields, order: OrderList) -> None:
    def add_folder() -> None:
        order.add(QFileDialog.getExistingDirectory(row, fields.words("resource_packs")))

    def add_file() -> None:
        title = fields.words("resource_packs")
        order.add(QFileDialog.getOpenFileName(row, title, filter="*.zip")[0])

    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    for word, act in (("folder", add_folder), ("file", add_file)):
        words = fields.words(f"resource_packs.{word}")
        layout.addWidget(form.button(f"resource_packs:{word}", words, act))
    layout.addStretch(1)
