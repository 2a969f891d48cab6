"""`system-semantic.json`: routing without a model (SET-005)."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Annotated, ClassVar

import msgspec

from companion.engine.config.kinds import Identifier, Share
from companion.engine.config.values import Config

Sentence = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class RoutingMode(enum.StrEnum):
    """What local matching may do."""

    OFF = "OFF"
    SHADOW = "SHADOW"
    """Decide and write it to the log only."""
    ENFORCE = "ENFORCE"


class IndexLanguage(enum.StrEnum):
    """Whose example sentences the index holds."""

    BOTH = "both"
    ENGLISH = "en"
    CHINESE = "zh"


class SemanticConfig(Config, frozen=True, kw_only=True, rename="camel"):
    """Routing by likeness to example sentences.

    The shipped thresholds were chosen by leaving out the sentences of one hand after the other, so
    that little that is beside the point is acted on; `tests/data/routing/sixth`, which nobody had
    looked at, was measured with them (54.5 % and 49.1 % routed, 98.8 % and 99.4 % of that right,
    1.8 % and 0.6 % false, in English and Chinese). `tests/data/routing/README.md` has all of it.

    Attributes:
        similarity: Least likeness that decides; not a probability (ROUTE-011).
        gap: Least distance to the second best.
        coverage: Least share of the words that the best sentence explains.
        cache_entries: Remembered sentences a player.
        cache_seconds: How long a new entry is remembered.
        index_language: Counts from the next start, like `examples`.
        examples: Action id to sentences of this server.
    """

    FILE_NAME: ClassVar[str] = "system-semantic.json"
    RESTART: ClassVar[frozenset[str]] = frozenset({"index_language", "examples"})

    mode: RoutingMode = RoutingMode.ENFORCE
    similarity: Share = 0.50
    gap: Share = 0.20
    coverage: Share = 0.50
    cache_entries: Annotated[int, msgspec.Meta(ge=0, le=65_536)] = 256
    cache_seconds: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 600
    index_language: IndexLanguage = IndexLanguage.BOTH
    examples: Mapping[Identifier, tuple[Sentence, ...]] = {}
