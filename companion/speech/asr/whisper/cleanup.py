"""From what the decoder wrote to what was said: repeats, echoes of the hints, things nobody said.

Pure. Each rule is here because a measured run needed it.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

_MARKS = ",，、。.?!？！"
_EDGE = " \t,，、。.?!？！…·\"'“”‘’-"
_DIGIT_TAIL = re.compile(r"(?<=[\u4e00-\u9fff？！。，])[０-９]+$|(?<=[？！。])\s*[0-9]+$")
_LEAST_UNIT = 2
_LEAST = {(False, False): 2, (False, True): 3, (True, False): 3, (True, True): 4}
"""Shortest phrase that counts as said twice, by (is English, no mark between)."""
_NEVER_SAID = frozenset(
    {
        "you", "thank you", "thank you very much", "thanks for watching", "thank you for watching",
        "bye", "bye bye", "the end", "so", "oh", "hmm", "um", "uh", "i m sorry", "okay bye",
        "谢谢", "谢谢大家", "谢谢观看", "谢谢收看", "感谢观看", "字幕", "嗯", "啊", "完",
        "謝謝", "謝謝大家", "謝謝觀看",
    }
)  # fmt: skip
"""What Whisper writes over silence and noise, reduced to letters."""
_NEVER_BEGINS = ("字幕", "请不吝点赞", "請不吝點贊", "subtitles by", "transcription by", "amara")


def tidied(text: str) -> str:
    """Trim, drop broken characters, a stray number after Chinese, and a phrase said twice."""
    whole = unicodedata.normalize("NFC", text.replace("\ufffd", "")).strip()
    return _DIGIT_TAIL.sub("", without_repeats(whole)).rstrip(" ,，、")


def without_repeats(text: str) -> str:
    """Cut what a decoder with a short context says again: `open it. open it.`, `open it. open`."""
    for length in range(_LEAST_UNIT, len(text)):
        unit, rest = text[:length], text[length:]
        again = rest.lstrip(_EDGE)
        if not _begins_a_word(rest, text[length - 1]) or not again:
            continue
        joined = unit[-1] not in _MARKS and rest[: len(rest) - len(again)].strip() == ""
        if _is_repeat(unit.rstrip(_EDGE), again, joined=joined):
            return unit
    return text


def is_nothing(text: str) -> bool:
    """Whether this is what the decoder invents when nobody spoke."""
    bare = reduced(text)
    return not bare or bare in _NEVER_SAID or bare.startswith(_NEVER_BEGINS) or _is_babble(bare)


def is_echo(text: str, prompt: str, hints: tuple[str, ...]) -> bool:
    """Whether the decoder gave back its prompt: the prompt itself, or several hints in a row."""
    bare = reduced(text)
    if prompt and len(bare) >= _LEAST_UNIT and reduced(prompt).startswith(bare):
        return len(hints) != 1 and bare not in {reduced(hint) for hint in hints}
    row = [reduced(hint) for hint in hints]
    pairs = pairwise(row)
    spaced = " " if bare.isascii() else ""
    return any(first and second and f"{first}{spaced}{second}" in bare for first, second in pairs)


def is_traditional(text: str) -> bool:
    """Whether a text holds Chinese characters that the simplified set GB 2312 does not have."""
    return any(not _is_simplified(character) for character in text if character >= "\u4e00")


def _is_simplified(character: str) -> bool:
    try:
        character.encode("gb2312")
    except UnicodeEncodeError:
        return not "\u4e00" <= character <= "\u9fff"
    return True


def reduced(text: str) -> str:
    """Letters, digits and single spaces; lower case."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\W_]+", " ", folded).strip()


def _begins_a_word(rest: str, before: str) -> bool:
    """A repeat begins at a word's edge where words have edges."""
    return not (rest[:1].isascii() and rest[:1].isalnum() and before.isascii() and before.isalnum())


def _is_repeat(unit: str, again: str, *, joined: bool) -> bool:
    """Short words are doubled on purpose (`no no`, `研究研究`); phrases are not."""
    if len(unit) < _LEAST[unit.isascii(), joined]:
        return False
    if again.casefold().startswith(unit.casefold()):
        return True
    stump = again.rstrip(_EDGE)
    least = len(unit) * (0.4 if joined else 0.25)
    return least < len(stump) < len(unit) and unit.startswith(stump)


def _is_babble(bare: str) -> bool:
    """The same short piece four times and more."""
    return re.fullmatch(r"(.{1,20}?)(?: ?\1){3,}.{0,20}", bare) is not None and not bare.isdigit()
