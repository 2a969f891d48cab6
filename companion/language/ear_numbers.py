"""Numbers, units and times of a sentence in words, as a person would read them aloud. Pure.

It works on one sentence that `ear.py` has cleaned, just before a voice gets it; what the eye reads
keeps its digits. To add a unit: a line in `_UNITS`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from companion.language.ear_counting import (
    CARDINALS,
    DIGITS,
    english_digits,
    english_ordinal,
    in_chinese,
    in_english,
)

_UNITS: Mapping[str, tuple[str, str, str]] = {
    "km": ("kilometre", "kilometres", "公里"),
    "cm": ("centimetre", "centimetres", "厘米"),
    "mm": ("millimetre", "millimetres", "毫米"),
    "m": ("metre", "metres", "米"),
    "kg": ("kilogram", "kilograms", "公斤"),
    "g": ("gram", "grams", "克"),
    "ms": ("millisecond", "milliseconds", "毫秒"),
    "s": ("second", "seconds", "秒"),
    "sec": ("second", "seconds", "秒"),
    "min": ("minute", "minutes", "分钟"),
    "h": ("hour", "hours", "小时"),
    "hr": ("hour", "hours", "小时"),
    "d": ("day", "days", "天"),
    "mB": ("millibucket", "millibuckets", "毫桶"),
    "B": ("bucket", "buckets", "桶"),
    "RF": ("R F", "R F", "R F"),
    "FE": ("F E", "F E", "F E"),
    "EU": ("E U", "E U", "E U"),
    "RF/t": ("R F per tick", "R F per tick", "R F 每刻"),
    "FE/t": ("F E per tick", "F E per tick", "F E 每刻"),
    "EU/t": ("E U per tick", "E U per tick", "E U 每刻"),
    "rf/t": ("R F per tick", "R F per tick", "R F 每刻"),
    "fe/t": ("F E per tick", "F E per tick", "F E 每刻"),
    "eu/t": ("E U per tick", "E U per tick", "E U 每刻"),
    "mB/t": ("millibucket per tick", "millibuckets per tick", "毫桶每刻"),
    "RPM": ("turn per minute", "turns per minute", "转每分钟"),
    "XP": ("experience point", "experience points", "点经验"),
    "HP": ("health point", "health points", "点生命"),
    "tick": ("tick", "ticks", "刻"),
    "ticks": ("tick", "ticks", "刻"),
    "°C": ("degree Celsius", "degrees Celsius", "摄氏度"),
}
"""Unit to its English singular, plural and Chinese words; as written in games, by case."""
_KELVIN = {"en": " kelvin", "zh": "开尔文"}
_LEAST_KELVIN = 4
"""Digits from which on a K is a temperature, as in `10800K`: nobody writes so many thousands."""
_SCALES = {"k": 3, "K": 3, "M": 6, "G": 9}

_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_UNIT = "|".join(sorted((re.escape(unit) for unit in _UNITS), key=len, reverse=True))
_EDGE = r"(?![A-Za-z0-9_°])"
_BEFORE = r"(?<![\d.,:])"

_TIME = re.compile(rf"{_BEFORE}([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?![\d:])")
_RATIO = re.compile(rf"{_BEFORE}(\d{{1,3}}):(\d{{1,2}})(?![\d:])")
_MADE_FOR = re.compile(r"(?:\b[Vv]ersion\s|版本\s?)?(?<![A-Za-z0-9])[vV]\.?\s?(?=\d+\.\d)")
_SIZE = re.compile(r"(?<![\w.,])[1-9]\d{0,3}(?:\s?[x×]\s?\d{1,4}){1,3}(?![A-Za-z0-9_]|\.\d)")
"""`3x3x3`."""
_AMPERES = re.compile(rf"(?<![\w.])({_NUMBER})A(?![A-Za-z0-9_])")
_TIMES = re.compile(r"\s?[x×]\s?")
_VERSION = re.compile(rf"{_BEFORE}\d+(?:\.\d+){{2,}}(?![\d.]*\d)")
_RANGE = re.compile(rf"{_BEFORE}({_NUMBER})\s?[-–—~～]\s?({_NUMBER})(?![\d,:-])")
_SHARE = re.compile(rf"{_BEFORE}({_NUMBER})\s?/\s?({_NUMBER})(?![\d/])")
_ORDINAL = re.compile(rf"(?<![\w.])(\d{{1,4}})(?:st|nd|rd|th){_EDGE}")
_SCALED = re.compile(rf"(?<![\w.,])({_NUMBER})([kKMG])({_UNIT})?{_EDGE}")
_WITH_UNIT = re.compile(rf"{_BEFORE}(?<![A-Za-z_])({_NUMBER})\s?({_UNIT}){_EDGE}")
_SIGNED = re.compile(rf"(?:(?<=\s)|^)([-−+])(?={_NUMBER})")
_ANY = re.compile(_NUMBER)
_TWO_OF = re.compile(
    r"(?<![\d.,:第])2(?=[个项种条座只名位张把件颗份本块片次桶组根棵头匹瓶天秒]|小时|分钟|点经验)"
)
"""Two of something is 两; as a number by itself it is 二."""
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_ENGLISH = re.compile(r"(?:[A-Za-z]{2,}\W+(?:\S+\W+)?){3}")
_BESIDE_LETTERS = re.compile(r"(?<=[^\W\d_])(?=\d)")

_WORDS = {
    "en": {
        "-": "minus ",
        "−": "minus ",
        "+": "plus ",
        "point": " point ",
        "to": " to ",
        "ratio": " to ",
        "by": " by ",
        "version": "version ",
        "amperes": " amps",
    },
    "zh": {
        "-": "负",
        "−": "负",
        "+": "加",
        "point": "点",
        "to": "到",
        "ratio": "比",
        "by": "乘",
        "version": "版本",
        "amperes": "安",
    },
}


def numbers_in_words(text: str, language: str) -> str:
    """Say what a sentence writes in digits.

    Args:
        text: One clean sentence.
        language: `zh` or `en`.
    """
    if not any(character.isdecimal() for character in text):
        return text
    tongue = "zh" if language == "zh" and not _is_english(text) else "en"
    said = _MADE_FOR.sub(_WORDS[tongue]["version"], text)
    said = _SIZE.sub(lambda m: _TIMES.sub(_WORDS[tongue]["by"], m[0]), said)
    said = _AMPERES.sub(lambda m: m[1] + _WORDS[tongue]["amperes"], said)
    said = _TWO_OF.sub("两", said) if tongue == "zh" else _BESIDE_LETTERS.sub(" ", said)
    said = _TIME.sub(lambda m: _time(m, tongue), said)
    said = _RATIO.sub(lambda m: f"{m[1]}{_WORDS[tongue]['ratio']}{m[2]}", said)
    said = _VERSION.sub(lambda m: _version(m[0], tongue), said)
    said = _SCALED.sub(lambda m: _scaled(m, tongue), said)
    said = _RANGE.sub(lambda m: f"{m[1]}{_WORDS[tongue]['to']}{m[2]}", said)
    said = _SHARE.sub(lambda m: _share(m[1], m[2], tongue), said)
    if tongue == "en":
        said = _ORDINAL.sub(lambda m: english_ordinal(m[1]), said)
    said = _SIGNED.sub(lambda m: _WORDS[tongue][m[1]], said)
    said = _WITH_UNIT.sub(lambda m: _with_unit(m[1], m[2], tongue), said)
    return _ANY.sub(lambda m: _amount(m[0], tongue), said)


def _is_english(text: str) -> bool:
    """Whether a sentence that a Chinese voice gets was never translated."""
    return _CHINESE.search(text) is None and _ENGLISH.search(text) is not None


def _amount(number: str, tongue: str) -> str:
    whole, point, part = number.replace(",", "").partition(".")
    words = CARDINALS[tongue](whole)
    return words + _WORDS[tongue]["point"] + DIGITS[tongue](part) if point else words


def _time(match: re.Match[str], tongue: str) -> str:
    hours, minutes, seconds = match[1], match[2], match[3]
    if tongue == "zh":
        said = in_chinese(str(int(hours))) + "点"
        if minutes != "00" or seconds:
            said += ("零" if minutes[0] == "0" else "") + in_chinese(str(int(minutes))) + "分"
        return said + (in_chinese(str(int(seconds))) + "秒" if seconds else "")
    said = in_english(str(int(hours)))
    if seconds:
        return f"{said} {_spoken_minutes(minutes)} and {in_english(str(int(seconds)))} seconds"
    return f"{said} o'clock" if minutes == "00" else f"{said} {_spoken_minutes(minutes)}"


def _spoken_minutes(minutes: str) -> str:
    if minutes.startswith("0"):
        return "oh " + english_digits(minutes[1])
    return in_english(minutes)


def _version(number: str, tongue: str) -> str:
    return _WORDS[tongue]["point"].join(CARDINALS[tongue](part) for part in number.split("."))


def _share(part: str, whole: str, tongue: str) -> str:
    """How much of something is done, as progress is written."""
    return f"{whole}分之{part}" if tongue == "zh" else f"{part} of {whole}"


def _scaled(match: re.Match[str], tongue: str) -> str:
    """`1.5k` as the number it means."""
    whole, _, part = match[1].replace(",", "").partition(".")
    if match[2] == "K" and not match[3] and len(whole) >= _LEAST_KELVIN:
        return match[1] + _KELVIN[tongue]
    power = _SCALES[match[2]]
    if len(part) > power:
        return match[0]
    number = str(int(whole + part.ljust(power, "0")))
    return _with_unit(number, match[3], tongue) if match[3] else number


def _with_unit(number: str, unit: str, tongue: str) -> str:
    one, many, chinese = _UNITS[unit]
    if tongue == "zh":
        two = "两" if number == "2" else _amount(number, tongue)
        return two + chinese
    return f"{_amount(number, tongue)} {one if number == '1' else many}"
