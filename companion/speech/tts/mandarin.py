"""Chinese text to the phonemes Kokoro was trained on, by misaki 0.7.4 and jieba. Blocks."""

from __future__ import annotations

import importlib
import logging
import re

from companion.support.paths import cache_folder

_RUN = re.compile(r"[\u4e00-\u9fff]+|[^\u4e00-\u9fff]+")
_MARKS = str.maketrans({
    "，": ", ", "。": ". ", "！": "! ", "？": "? ", "；": "; ", "：": ": ", "、": ", ",
    "（": "(", "）": ")", "《": " ", "》": " ", "「": " ", "」": " ", "·": " ",
})  # fmt: skip
_DIGITS = str.maketrans("0123456789", "零一二三四五六七八九")


class MandarinPhonemes:
    """A loaded dictionary. One thread at a time."""

    def __init__(self) -> None:
        _keep_jieba_quiet()
        from misaki import zh

        self._words = zh.ZHG2P()
        self._words("好")

    def phonemes(self, text: str) -> str:
        """Phonemes of Chinese text with numbers and marks; other letters pass as they are."""
        runs = _RUN.findall(numbers_spoken(text))
        return "".join(self._run(run) for run in runs)

    def _run(self, run: str) -> str:
        if not "\u4e00" <= run[0] <= "\u9fff":
            return run.translate(_MARKS)
        spoken: str = self._words(run)
        return spoken


def numbers_spoken(text: str) -> str:
    """Write numbers as a Chinese speaker says them: `2/5` 五分之二, `12` 十二, else by digits."""
    try:
        spoken: str = importlib.import_module("cn2an").transform(text, "an2cn")
    except ValueError:
        spoken = text
    return spoken.translate(_DIGITS)


def _keep_jieba_quiet() -> None:
    """Its cache goes to the user's folder: the shared temporary one is read with marshal."""
    import jieba

    folder = cache_folder() / "jieba"
    folder.mkdir(parents=True, exist_ok=True)
    jieba.dt.tmp_dir = str(folder)
    jieba.setLogLevel(logging.WARNING)
