"""What a question is about: its words without those that only make it a question."""

from __future__ import annotations

import re

from companion.engine.knowledge.terms import words

_ASKING = frozenset(
    {"a", "an", "the", "is", "are", "was", "were", "am", "be", "been", "do", "does", "did", "done"}
    | {"can", "could", "should", "would", "will", "shall", "may", "might", "must", "have", "has"}
    | {"had", "i", "you", "we", "they", "he", "she", "it", "its", "my", "your", "our", "their"}
    | {"me", "us", "them", "this", "that", "these", "those", "there", "here", "what", "whats"}
    | {"which", "who", "whom", "whose", "when", "where", "why", "how", "of", "to", "in", "on"}
    | {"at", "by", "for", "from", "with", "about", "as", "into", "and", "or", "but", "if", "than"}
    | {"then", "so", "too", "very", "just", "please", "tell", "show", "say", "says", "explain"}
    | {"know", "want", "need", "find", "any", "some", "get", "got", "gets", "getting"}
    | {"many", "much", "happen", "happens", "thing", "things", "someone", "something", "anything"}
    | {"s", "t", "re", "ve", "ll", "d", "m"}
)
_QUESTION_WORDS = frozenset({"what", "how", "why", "where", "when", "which", "who", "can", "does"})
_CHINESE_QUESTION = re.compile(r"什么|怎么|怎样|如何|为什么|为啥|哪|吗|多少|几|谁|是不是|有没有")
_CHINESE = re.compile(
    r"请问|告诉我|我想知道|说说|讲讲|介绍|一下|为什么|为啥|怎么样|怎么办|怎么|怎样|如何|什么样|"
    r"什么|哪里|哪儿|在哪|哪个|哪些|多少钱|多少|几个|是不是|有没有|能不能|可以|应该|需要|知道|"
    r"[我你您他她它们这那的了吗呢吧呀啊嘛是有和与在把被要想能会去到里用给]"
)


_MAKING = re.compile(
    r"\b(?:make|makes|made|making|craft|crafted|recipes?)\b"
    r"|(?:怎么|怎样|如何|咋)(?:去|样)?(?:做|合成|制作|制造|造)(?!完)|配方|合成表|合成$|^做",
    re.IGNORECASE,
)


_MAKES = re.compile(r"(?:做|合成|制作|制造|打造)(?!完|什么|任务)")


def asks_making(text: str) -> bool:
    """Whether words ask how something is made."""
    return (_MAKING.search(text) or _MAKES.search(text)) is not None


def without_making(text: str) -> str:
    """A question without the words that ask how something is made."""
    return _MAKING.sub("，", text)


def asked_about(question: str) -> list[str]:
    """The words of a question, marks where something was left out.

    A question of nothing but such words keeps them all: `what is this` may be a title.
    """
    parts = [part if part not in _ASKING else "." for part in words(_CHINESE.sub("，", question))]
    return parts if any(part.isalnum() for part in parts) else words(question)


_LOOKING_UP = re.compile(
    r"^\W*(?:(?:please|can you|could you)\s+)*"
    r"(?:look(?:\s+it)?\s+up|search(?:\s+(?:for|about))?|find\s+out(?:\s+about)?|tell\s+me\s+about)\b"
    r"|^\W*(?:请|帮我|麻烦)*(?:查一下|查查|查找|搜索|搜一下|搜搜|讲讲|说说|介绍一下|介绍)",
    re.IGNORECASE,
)


def without_looking_up(text: str) -> str:
    """What is to be looked up, of words that wish for just that; other words as they are."""
    return _LOOKING_UP.sub("", text, count=1).strip() or text


def looks_like_question(text: str) -> bool:
    """Whether words ask something or want it looked up, and about something."""
    asked = asked_about(_LOOKING_UP.sub("", text, count=1))
    said = words(text)
    return any(part.isalnum() for part in asked) and (
        text.rstrip().endswith(("?", "？"))
        or _LOOKING_UP.search(text) is not None
        or bool(_QUESTION_WORDS & set(said))
        or _CHINESE_QUESTION.search(text) is not None
    )
