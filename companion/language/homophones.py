"""Chinese words that a recogniser wrote with other characters of the same sound, put right. Pure.

`下一夜` is no page. A piece of a sentence that sounds exactly like a word of the game, tones
aside, is written as that word; longer words first. What only sounds similar stays as it was
heard: 第二个 and 第三个 are near as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from companion.language.pinyin import is_chinese, toneless

LEAST_CHARACTERS = 2
"""One syllable has too many meanings."""
_MERGED = (("zh", "z"), ("ch", "c"), ("sh", "s"))
"""Beginnings that speakers and recognisers do not keep apart."""
_ENDINGS = (("ang", "an"), ("eng", "en"), ("ing", "in"))

GAME_WORDS = (
    "任务", "查看任务", "我的任务", "每日任务", "追踪", "追踪这个任务", "领取", "领取奖励", "奖励",
    "上一页", "下一页", "返回", "关闭", "关闭这张卡片", "卡片", "打开", "商店", "打开商店",
    "收件箱", "签到", "确认", "取消", "停止", "帮助",
    "合成", "钻石", "钻石镐", "铁锭", "石镐", "村庄",
    "再读一遍", "重复", "抽奖", "物品", "配方", "熔炉", "工作台", "背包", "章节", "进度",
)  # fmt: skip
"""What is said to any companion; the names of a pack come with the hints."""

_HEARD_OPENING = "大概第"
_OPENING = "打开"
"""What Whisper makes of a quick 打开 before a number; nobody says 大概第二个 to a card."""

Sounds = tuple[str, ...]


def put_right(text: str, words: Iterable[str]) -> str:
    """Write what sounds like one of the words as that word.

    Args:
        text: What was heard.
        words: Words that may have been meant; others than Chinese ones are left out.
    """
    if not is_chinese(text):
        return text
    if text.startswith(_HEARD_OPENING):
        text = _OPENING + text[len(_OPENING) :]
    known = _by_length(tuple(dict.fromkeys(words)))
    sounds = [_sound(character) for character in text]
    found, at = "", 0
    while at < len(text):
        word = _word_at(known, text, sounds, at)
        found += word or text[at]
        at += len(word) or 1
    return found


def _word_at(known: tuple[dict[Sounds, str], ...], text: str, sounds: list[str], at: int) -> str:
    for length in range(len(known) - 1, LEAST_CHARACTERS - 1, -1):
        piece = tuple(sounds[at : at + length])
        if len(piece) == length and all(piece) and (word := known[length].get(piece)):
            return word
    return ""


@lru_cache(maxsize=32)
def _by_length(words: tuple[str, ...]) -> tuple[dict[Sounds, str], ...]:
    """At each index the words of that many characters, by sound; the first of a sound counts."""
    chinese = [word for word in words if len(word) >= LEAST_CHARACTERS and _is_whole(word)]
    tables: list[dict[Sounds, str]] = [{} for _ in range(max(map(len, chinese), default=0) + 1)]
    for word in chinese:
        tables[len(word)].setdefault(tuple(map(_sound, word)), word)
    return tuple(tables)


def _is_whole(word: str) -> bool:
    return all(is_chinese(character) for character in word)


@lru_cache(maxsize=8192)
def _sound(character: str) -> str:
    """One syllable, without what is often confused; empty for what is no Chinese character."""
    if not is_chinese(character):
        return ""
    syllable = toneless(character)
    for begin, plain in _MERGED:
        if syllable.startswith(begin):
            syllable = plain + syllable[len(begin) :]
    for ending, plain in _ENDINGS:
        if syllable.endswith(ending):
            syllable = syllable[: -len(ending)] + plain
    return syllable
