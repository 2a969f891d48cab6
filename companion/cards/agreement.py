"""Whether spoken words are a label, a little misheard: strict where words are short.

The thresholds are measured by `tests/unit/cards/test_spoken_table.py`: every phrase there that must
match does, and no ordinary sentence does.
"""

from __future__ import annotations

import re

from companion.language.pinyin import is_chinese, toneless
from companion.language.similarity import letters, likeness

_SENTENCE_END = re.compile(r"[.!?。！？,，]+")
_STRAY_DIGIT = re.compile(r"(?<=[\u3400-\u9fff])[０-９]+$")
_BEFORE = re.compile(
    r"^(?:(?:please|okay|ok|um+|uh+|er|well|hey|just|and|then|now|could you|can you)\b[\s,]*)+"
    r"|^(?:请|請|嗯|呃|那就|那|帮我|幫我|麻烦|麻煩|现在|現在)+",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?:[\s,]*\b(?:please|thanks|thank you|now|for me))+$|(?:吧|呀|啊|呢|谢谢|謝謝|一下)+$",
    re.IGNORECASE,
)


def readings(heard: str) -> tuple[str, ...]:
    """What was said, then the same without manners and what recognisers add to it."""
    text = _STRAY_DIGIT.sub("", heard.strip())
    text = _once(text).strip(" .!?。！？,，、…\"'“”")
    bare = _AFTER.sub("", _BEFORE.sub("", text)).strip(" ,，")
    return tuple(dict.fromkeys(part for part in (text, bare) if letters(part)))


def is_same(said: str, wording: str) -> bool:
    """Whether both are the same words, letter case and punctuation aside."""
    return letters(said) == letters(wording) != ""


def agreement(said: str, wording: str, language: str) -> float:
    """How surely the words are meant to be this wording.

    Args:
        said: One of `readings`.
        wording: A label or a phrase for it.
        language: `zh` or `en`; Chinese characters are compared by sound in any case.

    Returns:
        1 for the same words, less for misheard ones, 0 where they are too far apart or where one
        is much longer: a sentence is never a label.
    """
    if is_same(said, wording):
        return 1.0
    if is_chinese(said) != is_chinese(wording):
        return 0.0
    if is_chinese(said):
        return _by_sound(said, wording)
    heard, meant = len(letters(said)), len(letters(wording))
    if abs(heard - meant) > max(2, meant // 3):
        return 0.0
    return _at_least(_needed(min(heard, meant)), likeness(said, wording, language))


def _by_sound(said: str, wording: str) -> float:
    """Chinese: one syllable sounds like too many others, so it takes the character itself."""
    heard, meant = len(toneless(said).split()), len(toneless(wording).split())
    if min(heard, meant) < 2 or abs(heard - meant) > meant // 4:
        return 0.0
    return _at_least(0.93 if meant <= 3 else 0.84, likeness(said, wording, "zh"))


def _needed(length: int) -> float:
    """Short English words differ by one letter and mean something else: shop, stop."""
    if length <= 4:
        return 1.0
    return 0.86 if length <= 7 else 0.8


def _at_least(needed: float, score: float) -> float:
    return score if score >= needed else 0.0


def _once(text: str) -> str:
    """A phrase that was written twice ("Next page. Next page.") counts once."""
    parts = [part.strip() for part in _SENTENCE_END.split(text) if part.strip()]
    repeated = len(parts) > 1 and len({letters(part) for part in parts}) == 1
    return parts[0] if repeated else text
