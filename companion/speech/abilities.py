"""What each provider can do, as data: settings show only what exists. Pure.

A new provider: an entry here, beside its factory in `providers.py` (a test holds the two together).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.support.secrets import (
    ALIYUN_AK_ID,
    ALIYUN_AK_SECRET,
    DASHSCOPE_API_KEY,
    SPEECH_OPENAI_KEY,
)

BOTH = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Hearing:
    """What a recogniser can do.

    Attributes:
        settings: Names of the `Settings` that it reads.
        keys: Secrets that it needs; one for a server on this computer may stay empty.
        is_paid: Whether somebody sends a bill.
        is_streaming: Whether sound leaves while the key is held.
        has_partials: Whether words are shown while they are spoken.
        takes_labels: Whether the labels of the visible card go along as hints.
        has_hot_words: Whether a table of hot words can be named.
        languages: That can be asked for; empty where the account decides.
    """

    settings: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    is_paid: bool = False
    is_streaming: bool = True
    has_partials: bool = True
    takes_labels: bool = False
    has_hot_words: bool = False
    languages: tuple[str, ...] = BOTH


@dataclass(frozen=True, slots=True)
class Speaking:
    """What a synthesiser can do.

    Attributes:
        settings: Names of the `Settings` that it reads.
        keys: Secrets that it needs.
        is_paid: Whether somebody sends a bill.
        is_streaming: Whether sound comes before the sentence is made.
        voices: Names to suggest; the field stays free, since lists of voices change.
        voice_setting: The setting that names the voice; empty where there is no choice.
        has_speed: Whether it can speak faster or slower.
        has_designed_voices: Whether it speaks voices that were designed.
        languages: That it speaks.
    """

    settings: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    is_paid: bool = False
    is_streaming: bool = True
    voices: tuple[str, ...] = ()
    voice_setting: str = ""
    has_speed: bool = False
    has_designed_voices: bool = False
    languages: tuple[str, ...] = BOTH


QWEN_VOICES = (
    *("Cherry", "Ethan", "Nofish", "Jennifer", "Ryan", "Katerina", "Elias", "Jada", "Dylan"),
    *("Li", "Marcus", "Roy", "Peter", "Sunny", "Eric", "Rocky", "Kiki"),
    *("Serena", "Chelsie", "Momo", "Vivian", "Moon", "Maia", "Kai", "Bella", "Eldric Sage"),
    *("Mia", "Mochi", "Bellona", "Vincent", "Bunny", "Neil", "Arthur", "Nini", "Seren", "Pip"),
    *("Stella", "Aiden", "Sohee", "Ono Anna"),
)
"""The first seventeen are in every snapshot of the model."""

QWEN_AUDIO_VOICES = (
    *("longanhuan_v3.6", "longanfengyue", "longanyuanfei", "longanlingxi", "longanxiaoxin"),
    *("longjielidou_v3.6", "longpaopao_v3.6", "longhuohuo_v3.6", "longchuanshu_v3.6"),
    *("loongmary", "loongeva_v3.6", "loongjohn"),
)
"""Of `qwen-audio-3.0-tts-flash`, as listed in October 2026."""

OPENAI_VOICES = ("alloy", "ash", "coral", "echo", "fable", "nova", "onyx", "sage", "shimmer")

HEARING: Mapping[str, Hearing] = {
    "aliyun_nls": Hearing(
        ("nls_app_key", "nls_region", "nls_service", "nls_vocabulary"),
        (ALIYUN_AK_ID, ALIYUN_AK_SECRET),
        is_paid=True,
        has_hot_words=True,
        languages=(),
    ),
    "dashscope": Hearing(
        ("qwen_base_url", "dashscope_asr_model", "dashscope_vocabulary"),
        (DASHSCOPE_API_KEY,),
        is_paid=True,
        has_hot_words=True,
    ),
    "openai": Hearing(
        ("openai_base_url", "openai_asr_model"),
        (SPEECH_OPENAI_KEY,),
        is_paid=True,
        is_streaming=False,
        has_partials=False,
        takes_labels=True,
    ),
    "wyoming": Hearing(("wyoming_asr_address",), takes_labels=True),
    "offline": Hearing(takes_labels=True),
}
"""Provider id to what it can do."""

SPEAKING: Mapping[str, Speaking] = {
    "qwen": Speaking(
        ("qwen_model", "qwen_voice", "qwen_base_url"),
        (DASHSCOPE_API_KEY,),
        is_paid=True,
        voices=QWEN_VOICES,
        voice_setting="qwen_voice",
    ),
    "qwen_realtime": Speaking(
        ("qwen_realtime_model", "qwen_voice", "qwen_base_url", "speech_speed"),
        (DASHSCOPE_API_KEY,),
        is_paid=True,
        voices=QWEN_VOICES,
        voice_setting="qwen_voice",
        has_speed=True,
    ),
    "qwen_audio": Speaking(
        ("qwen_audio_model", "qwen_audio_voice", "qwen_base_url", "speech_speed"),
        (DASHSCOPE_API_KEY,),
        is_paid=True,
        voices=QWEN_AUDIO_VOICES,
        voice_setting="qwen_audio_voice",
        has_speed=True,
        has_designed_voices=True,
    ),
    "openai": Speaking(
        ("openai_base_url", "openai_tts_model", "openai_voice", "speech_speed"),
        (SPEECH_OPENAI_KEY,),
        is_paid=True,
        voices=OPENAI_VOICES,
        voice_setting="openai_voice",
        has_speed=True,
    ),
    "wyoming": Speaking(("wyoming_tts_address", "wyoming_voice"), voice_setting="wyoming_voice"),
    "system": Speaking(
        ("system_voice", "speech_speed"), voice_setting="system_voice", has_speed=True
    ),
    "offline": Speaking(),
}
"""Provider id to what it can do."""
