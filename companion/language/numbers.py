"""Spoken places: "the second one", "number three", "last", `第二个`, `最后一个`.

The whole text must be about one place, an opening verb in front aside; "two more furnaces" is not.
English and Chinese are understood side by side, since players mix them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LAST = -1
"""The place of "the last one"."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place somebody named.

    Attributes:
        value: From 1, or `LAST`.
        counted: True for "the second one" (counted on what is seen), False for "number two".
    """

    value: int
    counted: bool


def ordinal(text: str) -> int | None:
    """The place a text names: from 1, -1 for the last one, None when it is about no place."""
    found = place(text)
    return found.value if found else None


def place(text: str) -> Place | None:
    """The place a text names, and how it was named."""
    bare = _PUNCTUATION.sub(" ", _digits(text)).casefold()
    english = " ".join(bare.split())
    if english.isascii() and not english.isdecimal():
        return _english_place(english)
    return _chinese_place(bare.replace(" ", "")) or _english_place(english)


_PUNCTUATION = re.compile(r"[^\w#]+|_")

# English.


def _numbered(words: str, first: int, step: int = 1) -> dict[str, int]:
    return {word: first + step * index for index, word in enumerate(words.split())}


_UNITS = _numbered(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen",
    1,
)
_TENS = _numbered("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10)
_ORDINALS = {
    **_numbered(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
        "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth",
        1,
    ),
    **{word.removesuffix("y") + "ieth": number for word, number in _TENS.items()},
    "forth": 4,
    "fith": 5,
    "nineth": 9,
    "twelveth": 12,
}
_HEARD_AS = {"won": 1, "to": 2, "too": 2, "for": 4, "fore": 4, "ate": 8, "tree": 3, "free": 3}
"""How recognisers write a number after the word "number"."""

_ENGLISH = re.compile(
    r"(?:please )?"
    r"(?:(?:open|opened|upon|show|select|choose|pick|take|read|play|press|click|go to|give|tell"
    r"|i want|i mean)"
    r"(?: me| up)? )?"
    r"(?:(?P<named>(?:the )?(?:number|no|option|quest|row|item|choice|entry|line|#) ?)"
    r"|(?P<the>the ))?"
    r"(?P<number>[a-z0-9]+(?: [a-z0-9]+){0,5}?)"
    r"(?P<one> (?:one|quest|option|row|item|choice|entry|line|card))?"
    r"(?: please| thanks)?"
)


def _english_place(text: str) -> Place | None:
    match = _ENGLISH.fullmatch(text)
    if not match:
        return None
    words = match["number"].split()
    if words == ["last"] and not match["named"]:
        return Place(LAST, counted=True)
    if (value := _english_ordinal(words)) is not None:
        return Place(value, counted=True)
    if match["named"] and match["one"] == " one":  # "number twenty one"
        value = _english_cardinal([*words, "one"])
        return None if value is None else Place(value, counted=False)
    if match["one"] or match["the"]:
        return None
    if match["named"] and len(words) == 1 and words[0] in _HEARD_AS:
        return Place(_HEARD_AS[words[0]], counted=False)
    value = _english_cardinal(words)
    return None if value is None else Place(value, counted=False)


def _english_ordinal(words: list[str]) -> int | None:
    last = words[-1]
    if digits := re.fullmatch(r"(\d{1,3})(?:st|nd|rd|th)", last):
        return int(digits[1]) or None if len(words) == 1 else None
    if last not in _ORDINALS:
        return None
    before = _english_cardinal(words[:-1]) if words[:-1] else 0
    return None if before is None or before % 10 else before + _ORDINALS[last]


def _english_cardinal(words: list[str]) -> int | None:
    if len(words) == 1 and re.fullmatch(r"\d{1,3}", words[0]):
        return int(words[0]) or None
    if words[1:2] == ["hundred"] and words[0] in _UNITS:
        rest = [word for word in words[2:] if word != "and"]
        below = _below_hundred(rest) if rest else 0
        return None if below is None else 100 * _UNITS[words[0]] + below
    return _below_hundred(words)


def _below_hundred(words: list[str]) -> int | None:
    match words:
        case [word] if word in _UNITS:
            return _UNITS[word]
        case [word] if word in _TENS:
            return _TENS[word]
        case [tens, unit] if tens in _TENS and _UNITS.get(unit, 10) < 10:
            return _TENS[tens] + _UNITS[unit]
    return None


# Chinese.

_HAN_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2, "兩": 2, "〇": 0}
_NUMBER = r"[零〇一二两兩三四五六七八九十百\d]{1,7}"
# `大概` is what Whisper makes of a quick `打开`.
_CHINESE = re.compile(
    r"(?:请|請|帮我|幫我|我要|我想|我选|我選|就)?"
    r"(?:打开|打開|大概|大开|查看|看看|看一下|看下|看|选择|選擇|选|選|点击|點擊|点|點|展开|展開|开|開|读|讀|念|要)?"
    r"(?:一下)?(?:那|这|這)?"
    rf"(?:(?P<last>最后|最後|最末)(?:的)?(?:一|1)?(?:个|個|条|條|项|項|行|号|號)|倒数第[一1](?:个|個|条|條|项|項)?"
    rf"|[第地低弟帝](?P<counted>{_NUMBER})(?:个|個|各|哥|歌|格|颗|顆|条|條|项|項|行|件|号|號)?"
    rf"|(?P<named>{_NUMBER})(?:号|號)?)"
    r"(?:任务|任務|选项|選項)?(?:吧|呀|啊|谢谢|謝謝)?"
)


def _chinese_place(text: str) -> Place | None:
    match = _CHINESE.fullmatch(text)
    if not match:
        return None
    if digits := match["counted"]:
        value = chinese_number(digits)
        return Place(value, counted=True) if value else None
    if digits := match["named"]:
        value = chinese_number(digits)
        return Place(value, counted=False) if value else None
    return Place(LAST, counted=True)


def chinese_number(text: str) -> int | None:
    """Read `12`, `十二`, `二十`, `一百零五` or `一二`; None when it is no number below 1000."""
    if text.isdecimal():
        return int(text) if len(text) <= 3 else None
    if "十" not in text and "百" not in text:
        return int("".join(str(_HAN_DIGITS[c]) for c in text)) if _only_han(text, 3) else None
    hundreds, _, below = text.rpartition("百")
    tens, ten, units = below.rpartition("十")
    parts = (hundreds, tens.lstrip("零〇"), units.lstrip("零〇"))
    if any(len(part) > 1 or not _only_han(part, 1) for part in parts if part):
        return None
    values = [_HAN_DIGITS[part] if part else 0 for part in parts]
    return 100 * values[0] + 10 * (values[1] or bool(ten)) + values[2]


def _only_han(text: str, most: int) -> bool:
    return len(text) <= most and all(c in _HAN_DIGITS for c in text)


def _digits(text: str) -> str:
    """Full-width digits as plain ones, hyphens as spaces."""
    return text.replace("-", " ") if text.isascii() else text.translate(_FULL_WIDTH)


_FULL_WIDTH = {ord("０") + n: str(n) for n in range(10)} | {ord("-"): " "}
