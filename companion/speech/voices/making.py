"""What a design becomes: the voice that is written down. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from companion.speech.ledger.sources import MAINLAND, dashscope_region
from companion.speech.tts.qwen_request import protocol_of
from companion.speech.voices.design_request import MadeVoice, VoiceDesign
from companion.speech.voices.voice_book import DesignedVoice

PREVIEWS: Mapping[str, str] = {
    "en": "Hello, I will tell you about your quests.",
    "zh": "你好，我来讲讲你的任务。",
}
"""What a new voice says first, by language, unless the player wants something else."""
PREFIX = "companion"
"""Part of the ids of our voices."""


def region_of(base_url: str) -> str:
    """The region that an address is in, named also where it is the mainland's own."""
    return dashscope_region(base_url) or MAINLAND[0]


def written_down(
    made: MadeVoice, design: VoiceDesign, base_url: str, day: str, name: str = ""
) -> DesignedVoice:
    """A voice that was just made, with all it takes to speak it.

    Args:
        made: What came back.
        design: What was asked for.
        base_url: Where it was made.
        day: ISO date.
        name: The player's; empty while it is not kept.
    """
    return DesignedVoice(
        made.id,
        made.model,
        base_url,
        protocol_of(made.model).id,
        region_of(base_url),
        design.language,
        design.prompt,
        name,
        day,
    )


def adopted(voice_id: str, model: str, base_url: str, created: str, name: str) -> DesignedVoice:
    """A voice of the account that is not in the book, such as one whose answer was lost."""
    protocol, region = protocol_of(model).id, region_of(base_url)
    return DesignedVoice(
        voice_id, model, base_url, protocol, region, name=name, created=created[:10]
    )
