"""Text made for the ear: what a voice should say of a text that was made for the eye.

Clean first, then cut: marks of a streamed text may be split between its parts, never inside a
sentence.
"""

from __future__ import annotations

import re

from companion.language.ear_marks import without_marks
from companion.language.legacy_codes import plain

MOST_CHARACTERS = 40_000
"""Of a text that are cleaned; most of an hour of speech, and far more than any text a game has."""

# Whatever a pattern looks ahead for is bounded: texts of strangers must not take time squared.
_LINK = re.compile(r"!?\[([^\]\n]{0,300})\]\((?:[^()\n]|\([^()\n]{0,300}\)){0,2000}\)")
_URL = re.compile(r"(?:https?://|www\.)[^\s，。！？；、（）“”]*[^\s，。！？；、（）“”.,;:!?)'\"]")
_PLACE = re.compile(r"\{(?:image|open_url):[^{}\n]*?(?:text:([^{}\n]*))?\}|\{@pagebreak\}")
_IDENTIFIER = re.compile(
    r"(?<![\w:/])#?[a-z][a-z0-9_.-]{0,64}:([a-z0-9_./-]{0,200}[a-z0-9])(?![\w:])"
)
_SNAKE = re.compile(r"(?<=[A-Za-z0-9])_+(?=[A-Za-z0-9])")
_MARKDOWN = re.compile(r"^\s{0,3}(?:#{1,6}\s+|>\s?|[-*+•]\s+)|^\s*(?:[-*_]\s*){3,}$|```\w*", re.M)
_EMPHASIS = re.compile(r"\*{1,3}|~~|`+|(?<!\w)_+|_+(?!\w)")
_AMOUNT = re.compile(
    r"(?<![\w.])(\d+)\s?[x×](?=\s(?!\d)|$|[^\w\s])|(?<![\w.])(?<!\d\s)[x×]\s?(\d+)(?!\w)"
)
"""`64x` and `x64`; not the `x` of `3 x 3`."""
_TIMES = re.compile(
    r"(?<![\w.])(\d+)\s?[x×](?=\s(?:more|less|faster|slower|larger|bigger|stronger|better|as|the)\b)"
)
_PERCENT = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)\s?[%％]")
_BRACKETS = re.compile(r"[\[\]{}<>【】《》〈〉「」『』（）()|\\^=]+")
_EMOJI = re.compile(
    "[\u200d\u20e3\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\ufe00-\ufe0f"
    "\U0001f000-\U0001faff\ue000-\uf8ff\U000e0020-\U000e007f\u00a9\u00ae\u2122]+"
)
_SPACES = re.compile(r"[^\S\n]+")
_LINES = re.compile(r"\s*\n\s*")
_SPACE_BEFORE = re.compile(r" +([,.;:!?，。；：！？、])")
_LONELY = re.compile(r"(?:(?<=\s)|^)[,;:，；：、.…·-]+(?=\s|$)")

_SAID = {
    "en": {"&": " and ", "%": " percent", "+": " plus ", "→": " to ", "/": " or ", "~": " about "},
    "zh": {"&": "和", "+": "加", "→": "到", "/": "或", "~": "大约"},
}
_SYMBOL = {
    "en": re.compile(r"\s*(?:&|(?<=\d)%|(?<=\w)\s\+\s(?=\w)|→|(?<=\w)\s/\s(?=\w))|~(?=\d)"),
    "zh": re.compile(r"\s*(?:&|(?<=\w)\s\+\s(?=\w)|→|(?<=\w)\s/\s(?=\w))\s*|~(?=\d)"),
}


def for_the_ear(text: str, language: str) -> str:
    """Take out what is for the eye: codes, marks, addresses, ids, emoji, brackets, symbols.

    Args:
        text: Any text from outside; never interpreted, only cleaned. What is behind the first
            `MOST_CHARACTERS` is left out.
        language: `zh` or `en`; decides how symbols are said.

    Returns:
        Lines without empty ones between them; may be empty.
    """
    words = _LINES.sub("\n", _SPACES.sub(" ", plain(text[:MOST_CHARACTERS])))
    words = _PLACE.sub(lambda m: m[1] or " ", words)
    words = _URL.sub(" ", _LINK.sub(r"\1", words))
    words = _IDENTIFIER.sub(lambda m: _spaced(m[1].rsplit("/", 1)[-1]), words)
    words = _EMPHASIS.sub("", _MARKDOWN.sub("", words))
    words = _TIMES.sub(r"\1 times", _SNAKE.sub(" ", words))
    words = _AMOUNT.sub(lambda m: m[1] or m[2], words)
    tongue = "zh" if language == "zh" else "en"
    words = without_marks(_SPACES.sub(" ", words), tongue)
    words = _say_symbols(_SPACES.sub(" ", words), tongue)
    words = _EMOJI.sub(" ", _BRACKETS.sub(" ", words))
    return "\n".join(filter(None, (_tidy(line) for line in words.splitlines())))


def _spaced(name: str) -> str:
    return re.sub(r"[_.-]+", " ", name)


def _say_symbols(text: str, language: str) -> str:
    if language == "zh":
        text = _PERCENT.sub(r"百分之\1", text)
    said = _SAID[language]
    return _SYMBOL[language].sub(lambda m: said[m[0].strip()], text)


def _tidy(line: str) -> str:
    line = _SPACE_BEFORE.sub(r"\1", _SPACES.sub(" ", line))
    return _SPACES.sub(" ", _LONELY.sub("", line)).strip()


_ABBREVIATIONS = re.compile(
    r"e\.g|i\.e|etc|vs|mrs?|ms|dr|st|no|fig|approx|inc|lvl|max|min|sec|ca|cf|jr|sr"
)
_CLOSED = re.compile(r"[”’\"'）)]$")
_GOES_ON = re.compile(r"\s*[a-z]|[\u3400-\u9fff]")
"""What follows a quoted title, or quoted words, inside a sentence."""
_END = re.compile(r"[。！？!?…]+[”’\"'）)]*|\.+[”’\"')]*(?=\s|$)|\n+")


def sentences(text: str, language: str) -> tuple[str, ...]:
    """Cut a text into sentences for a voice; cleans it first. None of them is empty.

    Abbreviations ("e.g."), decimals ("1.5") and initials do not end a sentence.
    """
    clean = for_the_ear(text, language)
    found: list[str] = []
    start = 0
    for match in _END.finditer(clean):
        if not _ends_here(clean, start, match):
            continue
        found.append(clean[start : match.end()].strip())
        start = match.end()
    found.append(clean[start:].strip())
    return tuple(sentence for sentence in found if any(c.isalnum() for c in sentence))


def _ends_here(text: str, start: int, match: re.Match[str]) -> bool:
    if _CLOSED.search(match[0]) and _GOES_ON.match(text, match.end()):
        return False
    if not match[0].startswith("."):
        return True
    if match.end() >= len(text):
        return True
    before = text[start : match.start()].split()
    word = before[-1].lstrip("\"'(“‘") if before else ""
    is_initial = len(word) == 1 and word.isupper() and word != "I"
    if len(before) == 1 and word.isdecimal():
        return False  # The number of a row: "1. Stone Age".
    return not is_initial and not _ABBREVIATIONS.fullmatch(word.casefold())
