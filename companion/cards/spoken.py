"""Spoken words at the visible card: its buttons, its rows, and what the client does by itself.

What matches acts at once, without the engine; what does not is an ordinary sentence (NOTE-013).
In case of doubt nothing matches: a wrong press is worse than a question asked again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.cards.agreement import agreement, is_same, readings
from companion.cards.library import CardLibrary
from companion.cards.phrases import NO_WORDINGS, Wordings
from companion.cards.view import BoundChoice, CardView
from companion.language.numbers import LAST, place
from companion.language.pinyin import is_chinese
from companion.language.similarity import ACCENT, likeness
from companion.protocol.cards.builder import Action, LocalAction

LOCAL_ACTIONS = {
    "button.next_page": LocalAction("next_page"),
    "button.previous_page": LocalAction("previous_page"),
    "button.back": LocalAction("back"),
    "button.close": LocalAction("close"),
    "button.repeat": LocalAction("repeat"),
    "button.stop": LocalAction("stop"),
    "button.skip": LocalAction("skip"),
}
"""Label key to the action that needs no card, and no engine."""

KNOWN_MISHEARING = 0.9
"""Confidence in a form that recognisers are known to write."""
TOO_CLOSE = 0.04
"""Two readings of misheard words that lie nearer than this are both refused."""

_OPENING = re.compile(
    r"^(?:open|opened|upon|show me|show|select|choose|pick|go to|read)\s+(?:up\s+)?"
    r"(?:the\s+|quest\s+)*"
    r"|^(?:打开|打開|大概|大开|查看|看看|看一下|选择|選擇|选|選|展开|展開|点开|點開|点击|點擊|看)",
    re.IGNORECASE,
)
_KIND = re.compile(r"\s+(?:quest|one|card)$|(?:这个|那个)?(?:任务|任務)$", re.IGNORECASE)
_ASIDE = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\]|（[^（）]*）|【[^【】]*】)\s*")
_LATIN_PART = re.compile(r"[A-Za-z][A-Za-z0-9' -]*[A-Za-z0-9]")
_HAN_PART = re.compile(r"[\u3400-\u9fff]{2,}")
_HAN_NUMBERS = "零一二三四五六七八九十"


@dataclass(frozen=True, slots=True)
class Spoken:
    """What spoken words press.

    Attributes:
        label: What is written on it, in the player's language.
        confidence: 0 to 1; 1 when the words were heard as they are written.
    """

    action: Action
    label: str
    confidence: float


@dataclass(frozen=True, slots=True)
class _Place:
    """A button where a row would be; see `BoundChoice`."""

    number: int
    position: int
    label: str
    action: Action
    enabled: bool


def match_spoken(heard: str, language: str, view: CardView, library: CardLibrary) -> Spoken | None:
    """Find what a player means on the card they see.

    Args:
        heard: Final text of one utterance.
        language: Language the recogniser listened in.
        view: The visible card; rows of other pages are not seen, and what waits is not pressed.
        library: Texts and phrases.
    """
    said = readings(heard)
    named = (*_buttons(said, language, view, library), *_local(said, language, library))
    if (best := _surest((*named, *_rows(said, language, view)))) and best.confidence == 1.0:
        return best
    return _placed(heard, view) or best


def match_local(heard: str, language: str, library: CardLibrary) -> LocalAction | None:
    """Find what the client does by itself, whether or not a card is there."""
    best = _surest(tuple(_local(readings(heard), language, library)))
    return best.action if best and isinstance(best.action, LocalAction) else None


def _surest(found: tuple[Spoken, ...]) -> Spoken | None:
    """The best one; nobody when another action is almost as likely."""
    ranked = sorted((one for one in found if one.confidence), key=lambda one: -one.confidence)
    if not ranked:
        return None
    best = ranked[0]
    rival = next((one for one in ranked if one.action != best.action), None)
    doubtful = rival is not None and best.confidence - rival.confidence < TOO_CLOSE
    return None if doubtful and best.confidence < 1.0 else best


def _buttons(
    said: tuple[str, ...], language: str, view: CardView, library: CardLibrary
) -> Iterator[Spoken]:
    names = tuple(dict.fromkeys(name for words in said for name in _names(words)))
    for button in view.buttons:
        wordings = library.phrases.get(button.label_key, NO_WORDINGS)
        labelled = Wordings((*_titles(button.label), *wordings.say), wordings.heard_as)
        words = names if _is_view(button.action) else said
        yield Spoken(button.action, button.label, _confidence(words, labelled, language))


def _is_view(action: Action) -> bool:
    """Whether a button only changes what is seen: then "show the loot" is its name as well."""
    return isinstance(action, LocalAction) and action.name in ("select", "toggle")


def _local(said: tuple[str, ...], language: str, library: CardLibrary) -> Iterator[Spoken]:
    for key, action in LOCAL_ACTIONS.items():
        confidence = _confidence(said, library.phrases.get(key, NO_WORDINGS), language)
        yield Spoken(action, library.translations.text(key), confidence)


def _rows(said: tuple[str, ...], language: str, view: CardView) -> Iterator[Spoken]:
    names = tuple(dict.fromkeys(name for words in said for name in _names(words)))
    for choice in view.choices:
        if choice.enabled:
            confidence = _confidence(names, Wordings(_titles(choice.label)), language)
            yield Spoken(choice.action, choice.label, confidence)


def _confidence(said: tuple[str, ...], wordings: Wordings, language: str) -> float:
    likely = (agreement(words, wording, language) for words in said for wording in wordings.say)
    known = any(is_same(words, heard) for words in said for heard in wordings.heard_as)
    return max(likely, default=0.0) or KNOWN_MISHEARING * known


def _names(words: str) -> Iterator[str]:
    """What may be a row's name in "open the stone age quest"."""
    yield words
    opened = _OPENING.sub("", words)
    yield opened
    yield _KIND.sub("", opened)


def _titles(label: str) -> tuple[str, ...]:
    """A row's name, and the parts of it that people say: no asides, one language of two."""
    parts = [label, _ASIDE.sub(" ", label).strip()]
    if is_chinese(label):
        parts += [part for part in _LATIN_PART.findall(label) if len(part) >= 4]
        parts += _HAN_PART.findall(label) if _LATIN_PART.search(label) else []
    return tuple(dict.fromkeys(part for part in parts if part))


def _placed(heard: str, view: CardView) -> Spoken | None:
    """The row whose place was named: counted on the visible page, or by its own number."""
    rows = view.choices or _numbered(view)
    choice = _row_at(heard, rows) or _row_by_sound(heard, rows)
    if choice is None or not choice.enabled:
        return None
    return Spoken(choice.action, choice.label, 1.0 if place(heard) else KNOWN_MISHEARING)


def _numbered(view: CardView) -> tuple[_Place, ...]:
    """The buttons of a card without rows: "the second one" is the second of them."""
    numbered = (button for button in view.buttons if button.number)
    return tuple(
        _Place(b.number, b.number, b.label, b.action, b.enabled)
        for b in sorted(numbered, key=lambda button: button.number)
    )


def _row_at(heard: str, choices: tuple[_Place | BoundChoice, ...]) -> _Place | BoundChoice | None:
    found = place(heard)
    if found is None or not choices:
        return None
    if found.value == LAST:
        return choices[-1]
    by_position = (c for c in choices if found.counted and c.position == found.value)
    by_number = (c for c in choices if c.number == found.value)
    return next(by_position, None) or next(by_number, None)


def _row_by_sound(
    heard: str, choices: tuple[_Place | BoundChoice, ...]
) -> _Place | BoundChoice | None:
    """`第而个` for `第二个`: the same sound, other characters."""
    if not is_chinese(heard) or place(heard) or not (said := readings(heard)):
        return None
    name = _OPENING.sub("", said[-1])
    likely = [(_sounds_like(name, choice.position), choice) for choice in choices]
    best = max(likely, key=lambda pair: pair[0], default=(0.0, None))
    return best[1] if best[0] >= ACCENT else None


def _sounds_like(said: str, position: int) -> float:
    if position >= len(_HAN_NUMBERS):
        return 0.0
    number = _HAN_NUMBERS[position]
    return max(likeness(said, f"第{number}{kind}", "zh") for kind in ("个", "条", "项", "个任务"))
