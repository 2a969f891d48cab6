"""One question to a model about several quests, and what its answer is worth. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import msgspec

from companion.engine.models.model import Message, Role
from companion.engine.narration.background import Background, Definition, cleaned
from companion.games.quest_book import quest_id_text

MOST_QUESTS = 8
"""Of one call; more wait for the next."""


class _Told(msgspec.Struct):
    id: str
    background: bool
    text: str = ""


class _Answer(msgspec.Struct):
    quests: tuple[_Told, ...]


def question(prompt: str, batch: Sequence[Definition]) -> tuple[Message, ...]:
    """What the model is asked; the texts are quoted as data."""
    quests = [
        {"id": quest_id_text(one.quest), "title": one.title, "text": one.text} for one in batch
    ]
    content = json.dumps({"language": batch[0].locale, "quests": quests}, ensure_ascii=False)
    return (Message(Role.SYSTEM, prompt), Message(Role.USER, content))


def answered(text: str, batch: Sequence[Definition], language: str) -> Mapping[str, Background]:
    """Key to background, for the quests that were asked about and answered.

    Anything else in the answer counts for nothing; an answer that is no JSON is no answer.
    """
    start, end = text.find("{"), text.rfind("}")
    try:
        answer = msgspec.json.decode(text[start : end + 1], type=_Answer)
    except (msgspec.DecodeError, RecursionError):
        return {}
    keys = {quest_id_text(one.quest): one.key for one in batch}
    return {
        keys[told.id]: Background(cleaned(told.text, language) if told.background else "")
        for told in answer.quests
        if told.id in keys
    }
