"""Frames that were right once: a seed and a number give the same ones on every machine."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

Mutate = Callable[[random.Random, str], str]

PIECES = (
    "null", "1.0", "1e400", "-0", "NaN", "true", "[]", "{}", '""', '"', "\\", "\\ud800",
    "\\u0000", "\u202e", "🧱", "system:hello", "system:reply", "system:chat", '"request":', ",",
    ":", "}", "]", "[" * 500, '{"a":' * 300, "9" * 400, "a" * 2100, "  ", "\n", "__proto__",
    "@a", "../..", "%s", "${x}", "'; DROP TABLE players; --",
)  # fmt: skip


def _cut(random: random.Random, text: str) -> str:
    return text[: random.randrange(len(text) + 1)]


def _drop(random: random.Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + text[at + random.randint(1, 8) :]


def _swap(random: random.Random, text: str) -> str:
    if not text:
        return text
    at = random.randrange(len(text))
    return text[:at] + chr(random.randrange(0x20, 0x2FF)) + text[at + 1 :]


def _insert(random: random.Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(PIECES) + text[at:]


def _replace(random: random.Random, text: str) -> str:
    parts = text.split('"')
    parts[random.randrange(len(parts))] = random.choice(PIECES)
    return '"'.join(parts)


def _double(random: random.Random, text: str) -> str:
    first, second = sorted((random.randrange(len(text) + 1), random.randrange(len(text) + 1)))
    return text[:second] + text[first:second] + text[second:]


def _extra(random: random.Random, text: str) -> str:
    return text[:-1] + f',"{random.choice(PIECES)}":{random.choice(PIECES)}}}'


WAYS: tuple[Mutate, ...] = (_cut, _drop, _swap, _insert, _replace, _double, _extra)


def mutated(originals: tuple[str, ...], seed: int, count: int) -> Iterator[str]:
    """Frames, each one to three steps away from a right one."""
    dice = random.Random(seed)
    for _ in range(count):
        text = dice.choice(originals)
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            text = dice.choice(WAYS)(dice, text)
        yield text
