"""Marks that a reader sees and a listener needs another way: asides, dashes, tiers, keys. Pure.

Works on one text that is being cleaned for the ear (`ear.py`).
"""

from __future__ import annotations

import re

_ANY_MANY = re.compile(r"(?<=[A-Za-z])\((e?s)\)")
"""`item(s)`."""
_BEFORE_WORD = re.compile(r"(?<![\w)])\(([a-z]{2,5})\)(?=[a-z])")
"""`(dis)charged`."""
_ASIDE = re.compile(r"[^\S\n]*[（(]([^（()）\n]{1,300})[）)][^\S\n]*")
_AFTER_END = re.compile(r"(?:(?<=[.!?…:。！？：\n])|\A)[^\S\n]*[,，][^\S\n]*")
_BEFORE_END = re.compile(r"[,，][^\S\n]*(?=[,，.;:!?…。；：！？、)\n]|\Z)")
_SPAN = re.compile(r"(?<=\d) [-–] (?=\d)")
_DASH = re.compile(r"(?<=[\w'’”)]) -{1,3} (?=[\w'‘“(])")
"""A dash between spaces is a pause for the reader; the hyphen written for it would be lost."""

_ROMAN = re.compile(
    r"(?<=[A-Za-z\u3400-\u9fff])[^\S\n](II|III|VI|VII|VIII|IX|XI|XII|XIII|XIV|XV)(?![\w'’])"
)
_ROMANS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
"""`IV` and single letters are left: packs name voltages and parts so."""
_VALUES = {
    "X" * tens + one: 10 * tens + value for tens in (0, 1) for value, one in enumerate(_ROMANS)
}

_DOTTED = re.compile(
    r"(?<![\w./:@-])[a-z][a-z0-9_]{1,40}(?:\.(?![0-9]+\b)[a-z0-9_]{2,60}){1,6}(?![\w/@-])"
)
_KINDS = frozenset({"block", "item", "entity", "fluid", "biome", "effect", "enchantment", "tile"})
_FILES = frozenset(
    {"com", "org", "net", "io", "gg", "dev", "de", "cn", "jar", "zip", "json", "txt", "toml", "cfg"}
)


def without_marks(text: str, language: str) -> str:
    """Say asides and dashes as commas, Roman tiers as numbers, and keys of programs as words.

    Args:
        text: Lines without other marks.
        language: `zh` or `en`; decides which comma.
    """
    text = _DOTTED.sub(lambda m: _words(m[0]), text)
    text = _ROMAN.sub(lambda m: f" {_VALUES[m[1]]}", text)
    comma = "，" if language == "zh" else ", "
    text = _DASH.sub(comma, _SPAN.sub("-", text))
    if "(" not in text and "（" not in text:
        return text
    text = _ASIDE.sub(rf"{comma}\1{comma}", _BEFORE_WORD.sub(r"\1", _ANY_MANY.sub(r"\1", text)))
    return _BEFORE_END.sub("", _AFTER_END.sub(_kept_space, text))


def _kept_space(match: re.Match[str]) -> str:
    """What is left of a comma behind the end of a sentence: a space, where there was one."""
    return " " if match.start() else ""


def _words(key: str) -> str:
    """`block.create.brass` as `brass`, `gtceu.macerator` as two words; files stay as they are."""
    parts = key.split(".")
    if parts[-1] in _FILES:
        return key
    is_key = parts[0] in _KINDS or len(parts) > 2
    return (parts[-1] if is_key else " ".join(parts)).replace("_", " ")
