"""Whether an utterance is of the simple kind that sentences alone may decide."""

from __future__ import annotations

import re

MAX_CHARACTERS = 200

_SENTENCES = re.compile(r"[.!?;]+\s+(?=\w)|[。！？；]+\s*(?=\w)|\n")
_ENGLISH = re.compile(
    r"\b(?:don't|dont|not|doesn't|never|without|except|instead|unless|if|whether"
    r"|but|because|and then|or else|after that|before that)\b"
)
_CHINESE = re.compile(
    r"不要|别(?!的)|不用|不想|除了|而不是|如果|要是|假如|但是|可是|因为|然后再|或者"
)


def is_complex(text: str) -> bool:
    """Whether a text is long, holds several sentences, a condition or a negation.

    Such a text may hold words of an example and mean its opposite.
    """
    folded = text.strip().casefold().replace("’", "'")
    if len(folded) > MAX_CHARACTERS or _SENTENCES.search(folded):
        return True
    return bool(_ENGLISH.search(folded) or _CHINESE.search(folded))
