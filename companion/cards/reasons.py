"""Why a card file cannot be used: English for the log, and worded again for the author."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from companion.language.translations import FALLBACK_LOCALE, Translations, merged
from companion.support.resources import translation_tables


class Reason(str):
    """A reason in English that still knows what it is made of.

    Attributes:
        key: Of the language resources, such as `card_fault.unknown_key`.
        values: For the places of that text; one may be a reason itself.
    """

    key: str
    values: Mapping[str, str]


def reason(key: str, **values: object) -> Reason:
    """Name a reason by the last part of its key in `card_faults.json`, with its values."""
    known = {n: v if isinstance(v, str) else str(v) for n, v in values.items()}
    made = Reason(_english().text(f"card_fault.{key}", **known))
    made.key, made.values = f"card_fault.{key}", known
    return made


def worded(why: str, texts: Translations) -> str:
    """A reason in another language; a text that is none stays as it is."""
    if not isinstance(why, Reason):
        return why
    return texts.text(why.key, **{name: worded(v, texts) for name, v in why.values.items()})


def of_system(error: OSError) -> str:
    """Why a file cannot be read or written: the usual reasons in words, others as they came."""
    for kind, key in _USUAL.items():
        if isinstance(error, kind):
            return reason(key)
    said = error.args[0] if len(error.args) == 1 else None
    return said if isinstance(said, Reason) else error.strerror or str(error)


_USUAL: Mapping[type[OSError], str] = {
    FileNotFoundError: "not_there",
    PermissionError: "not_allowed",
    IsADirectoryError: "a_folder",
}


@cache
def _english() -> Translations:
    return merged(FALLBACK_LOCALE, translation_tables())
