"""Whole and decimal numbers in words, in English and Chinese. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

MOST_DIGITS = 15
"""A longer number is a code: its digits are read one by one."""

_BELOW_TWENTY = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SCALES = ("", " thousand", " million", " billion", " trillion")
_ODD_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}

_HAN = "零一二三四五六七八九"
_HAN_PLACES = ("", "十", "百", "千")
_HAN_SCALES = ("", "万", "亿", "万亿")


def in_english(digits: str) -> str:
    """`1205` as "one thousand two hundred five".

    Args:
        digits: Decimal digits; a number with a leading zero is read digit by digit.
    """
    if _is_code(digits):
        return english_digits(digits)
    value = int(digits)
    if value == 0:
        return _BELOW_TWENTY[0]
    groups = []
    for scale in _SCALES:
        value, group = divmod(value, 1000)
        if group:
            groups.append(_below_thousand(group) + scale)
    return " ".join(reversed(groups))


def english_ordinal(digits: str) -> str:
    """`21` as "twenty-first"."""
    head, dash, last = in_english(digits).rpartition("-")
    if not dash:
        head, dash, last = in_english(digits).rpartition(" ")
    ordinal = _ODD_ORDINALS.get(last) or (
        last[:-1] + "ieth" if last.endswith("y") else last.removesuffix("t") + "th"
    )
    return head + dash + ordinal


def english_digits(digits: str) -> str:
    """`007` as "zero zero seven"."""
    return " ".join(_BELOW_TWENTY[int(digit)] for digit in digits)


def in_chinese(digits: str) -> str:
    """`1205` as 一千二百零五."""
    if _is_code(digits):
        return chinese_digits(digits)
    value, groups = int(digits), []
    while value:
        value, group = divmod(value, 10_000)
        groups.append(group)
    if not groups:
        return _HAN[0]
    words = ""
    for place in range(len(groups) - 1, -1, -1):
        group = groups[place]
        if not group:
            continue
        gap = words and (group < 1000 or not groups[place + 1])
        words += (_HAN[0] if gap else "") + _han_group(group) + _HAN_SCALES[place]
    return words.removeprefix("一") if words.startswith("一十") else words


def chinese_digits(digits: str) -> str:
    """`007` as 零零七."""
    return "".join(_HAN[int(digit)] for digit in digits)


CARDINALS: Mapping[str, Callable[[str], str]] = {"en": in_english, "zh": in_chinese}
DIGITS: Mapping[str, Callable[[str], str]] = {"en": english_digits, "zh": chinese_digits}


def _is_code(digits: str) -> bool:
    return len(digits) > MOST_DIGITS or (digits.startswith("0") and len(digits) > 1)


def _below_thousand(value: int) -> str:
    hundreds, rest = divmod(value, 100)
    words = [f"{_BELOW_TWENTY[hundreds]} hundred"] if hundreds else []
    if rest >= 20:
        unit = f"-{_BELOW_TWENTY[rest % 10]}" if rest % 10 else ""
        words.append(_TENS[rest // 10 - 2] + unit)
    elif rest:
        words.append(_BELOW_TWENTY[rest])
    return " ".join(words)


def _han_group(value: int) -> str:
    """1 to 9999."""
    words, gap = "", False
    for place in (3, 2, 1, 0):
        digit = value // 10**place % 10
        if digit:
            words += (_HAN[0] if gap else "") + _HAN[digit] + _HAN_PLACES[place]
            gap = False
        else:
            gap = bool(words)
    return words
