"""Reading shipped JSON resources. Blocks on the disk: call it at start-up or in an executor."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from companion.support.paths import shipped

LOCALES = ("en_us", "zh_cn")


@cache
def translation_tables() -> Mapping[str, Mapping[str, str]]:
    """Every shipped translation: locale to key to text.

    Raises:
        ValueError: A file is damaged, or two files of a locale hold the same key.
    """
    return {locale: _table(locale) for locale in LOCALES}


def _table(locale: str) -> Mapping[str, str]:
    table: dict[str, str] = {}
    for file in sorted((shipped("resources") / "translations" / locale).glob("*.json")):
        try:
            entries = msgspec.json.decode(file.read_bytes(), type=dict[str, str])
        except msgspec.DecodeError as error:
            raise ValueError(f"{locale}/{file.name}: {error}") from error
        if doubled := table.keys() & entries.keys():
            raise ValueError(f"{locale}/{file.name} repeats {sorted(doubled)}")
        table.update(entries)
    return table
