"""The player's settings: one JSON file, read field by field.

A bad field costs that field only; a file that is no JSON object costs the file, is kept as it is
and never overwritten. Secrets are not here: see `secrets.py`.
To add a setting: a field with its default here, a control on the settings page.
"""

from __future__ import annotations

import enum
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec

from companion.support.atomic import write_atomically
from companion.support.locales import Locale

logger = logging.getLogger(__name__)

FILE_NAME = "companion.json"
MAX_FILE_BYTES = 1 << 20


class Capture(enum.StrEnum):
    """When the microphone is open."""

    WARM = "warm"
    """Always, with 300 ms kept from before the key: no first word is lost."""
    ON_PRESS = "on_press"
    """Only while talking: more private, may lose the start of the first word."""


class TalkMode(enum.StrEnum):
    """How the talk key is used."""

    HOLD = "hold"
    """Talking lasts as long as the key is down."""
    TOGGLE = "toggle"
    """One press begins, the next one ends."""
    BOTH = "both"
    """A tap switches, a longer press is a hold."""


class OverlayRoute(enum.StrEnum):
    """Where cards and captions reach the player during the game."""

    OVERLAY = "overlay"
    """Over the game."""
    SECOND_SCREEN = "second_screen"
    """The window, on another screen than the game."""
    GAME = "game"
    """Lines in the game's own chat, where the game is linked and the player joined by name."""
    VOICE = "voice"
    """They are spoken only."""


class NlsService(enum.StrEnum):
    """Which recognition service of NLS is used; both are paid apart."""

    SENTENCE = "sentence"
    """One sentence of at most a minute."""
    STREAM = "stream"
    """Sentence after sentence, for those who pause while they speak."""


Volume = Annotated[int, msgspec.Meta(ge=0, le=100)]
"""Per cent."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the player chose.

    Attributes:
        locale: Language of texts, ears and voices.
        theme: Name of a theme in `resources/themes`.
        text_size: Per cent of the theme's type sizes.
        reduced_motion: Whether nothing moves by itself.
        close_to_tray: Whether closing the window leaves the companion in the tray, if there is one.
        instance: Minecraft folder whose quests are shown; empty for the demo world.
        talk_key: Name of the key that is held to talk, such as `F8`, `Ctrl+F8`, `Mouse4`, `PadLB`.
        talk_mode: Whether the key is held, switches, or both.
        recognizer: Id of the ears; `auto` is the cloud once its keys are set, else offline.
        synthesizer: Id of the voice; `auto` likewise, `none` is silent.
        capture: When the microphone is open.
        hands_free: Whether speech alone begins a turn; needs a warm microphone.
        wake_word: Word of `speech/wake.py` that hands-free talking waits for; empty for none.
        microphones: Names of devices, the dearest first; the system's own when none is there.
        speakers: The same for playing.
        narration: Whether quests that come unasked are told aloud; what was asked always is.
        speech_cache_mib: Most that spoken sentences may take on disk; 0 keeps none.
        volume: 0 to 100, of everything that is said.
        lane_volumes: The same for single lanes of `speech/lanes.py`; 100 when absent.
        send_on_release: False leaves the transcript as a draft.
        nls_app_key: Project key of Aliyun NLS (no secret: it names a project).
        nls_region: Region of the NLS project.
        nls_service: One sentence a press, or the streaming service.
        nls_vocabulary: Id of a hot-word table of the NLS project; empty for none.
        qwen_model: Speech model of DashScope.
        qwen_voice: Voice of that model.
        qwen_base_url: Address of DashScope; keys are bound to a region.
        qwen_realtime_model: Speech model of DashScope's realtime WebSocket.
        qwen_audio_model: Speech model that designed voices are made for.
        qwen_audio_voice: Voice of that model, when no designed one is bound.
        dashscope_asr_model: Recognition model of DashScope; `qwen3-asr-...-realtime` speaks the
            realtime protocol, any other the task protocol.
        dashscope_vocabulary: Id of a hot-word table of DashScope; empty for none.
        wyoming_asr_address: HOST:PORT of a Wyoming recogniser.
        wyoming_tts_address: HOST:PORT of a Wyoming voice.
        wyoming_voice: Name of its voice; empty for the server's choice.
        openai_base_url: Address of an OpenAI-compatible speech server, with its `/v1`.
        openai_asr_model: Its recognition model.
        openai_tts_model: Its speech model.
        openai_voice: Voice of that model.
        system_voice: Voice of the operating system; empty for its choice.
        speech_speed: Of voices that can be sped up; 1 is as they are.
        speech_cap_daily: Most money for speech a day, in the currency of the prices; 0 for no cap.
        speech_cap_monthly: Most money for speech a calendar month; 0 for no cap.
        overlay_position: Left and top in pixels; negative lets the overlay choose.
        overlay_places: The same for single screens, by their names.
        overlay_key: Name of the key that hides the overlay and shows it again; empty for none.
        overlay_route: Where answers are shown; another one than the overlay hides it.
        notice_sounds: Whether a sound tells of a card that came unasked.
        notice_volume: 0 to 100, of those sounds.
        first_start: Where the first start stands: nothing before it, a step, or `done`.
        resource_packs: Folders and zip files with card templates and texts of others; a later one
            replaces what an earlier one holds.
    """

    locale: Locale = "en_us"
    theme: str = "dark"
    text_size: Annotated[int, msgspec.Meta(ge=80, le=200)] = 100
    reduced_motion: bool = False
    close_to_tray: bool = False
    instance: str = ""
    talk_key: str = "F8"
    talk_mode: TalkMode = TalkMode.HOLD
    recognizer: str = "auto"
    synthesizer: str = "auto"
    capture: Capture = Capture.WARM
    hands_free: bool = False
    wake_word: str = ""
    microphones: tuple[str, ...] = ()
    speakers: tuple[str, ...] = ()
    narration: bool = True
    speech_cache_mib: Annotated[int, msgspec.Meta(ge=0, le=4096)] = 256
    volume: Volume = 80
    lane_volumes: dict[str, Volume] = {}
    send_on_release: bool = True
    nls_app_key: str = ""
    nls_region: str = "cn-shanghai"
    nls_service: NlsService = NlsService.SENTENCE
    nls_vocabulary: str = ""
    qwen_model: str = "qwen3-tts-flash"
    qwen_voice: str = "Cherry"
    qwen_base_url: str = "https://dashscope.aliyuncs.com/api/v1"
    qwen_realtime_model: str = "qwen3-tts-flash-realtime"
    qwen_audio_model: str = "qwen-audio-3.0-tts-flash"
    qwen_audio_voice: str = "longanhuan_v3.6"
    dashscope_asr_model: str = "fun-asr-realtime"
    dashscope_vocabulary: str = ""
    wyoming_asr_address: str = "127.0.0.1:10300"
    wyoming_tts_address: str = "127.0.0.1:10200"
    wyoming_voice: str = ""
    openai_base_url: str = "http://127.0.0.1:8000/v1"
    openai_asr_model: str = "whisper-1"
    openai_tts_model: str = "tts-1"
    openai_voice: str = "alloy"
    system_voice: str = ""
    speech_speed: Annotated[float, msgspec.Meta(ge=0.5, le=2)] = 1.0
    speech_cap_daily: Annotated[float, msgspec.Meta(ge=0)] = 0.0
    speech_cap_monthly: Annotated[float, msgspec.Meta(ge=0)] = 0.0
    overlay_position: tuple[int, int] = (-1, -1)
    overlay_places: dict[str, tuple[int, int]] = {}
    overlay_key: str = "F9"
    overlay_route: OverlayRoute = OverlayRoute.OVERLAY
    notice_sounds: bool = True
    notice_volume: Volume = 60
    first_start: str = ""
    resource_packs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """Settings and what was wrong with their file.

    Attributes:
        settings: Usable in any case.
        faults: One line a field, for the log and the settings page.
        writable: False when the file is broken and must be kept as it is.
        is_new: Whether there was no file: the companion was never used.
    """

    settings: Settings
    faults: tuple[str, ...] = ()
    writable: bool = True
    is_new: bool = False


def read_settings(folder: Path) -> LoadedSettings:
    """Read the settings of a configuration folder; a missing file gives the defaults."""
    path = folder / FILE_NAME
    try:
        if not path.exists():
            return LoadedSettings(Settings(), is_new=True)
        data = path.read_bytes()
        if len(data) > MAX_FILE_BYTES:
            return _unusable(f"{path.name}: {len(data)} bytes, at most {MAX_FILE_BYTES}")
        values = msgspec.json.decode(data, type=dict[str, Any])
    except (OSError, msgspec.DecodeError, RecursionError) as error:
        return _unusable(f"{path.name}: {error}")
    return _field_by_field(values)


def write_settings(folder: Path, settings: Settings) -> None:
    """Save all settings; they are on disk on return.

    Raises:
        OSError: The folder cannot be written.
    """
    data = msgspec.json.format(msgspec.json.encode(settings), indent=2)
    write_atomically(folder / FILE_NAME, data + b"\n")


def _unusable(fault: str) -> LoadedSettings:
    logger.error("settings not read, defaults used: %s", fault)
    return LoadedSettings(Settings(), (fault,), writable=False)


def _field_by_field(values: dict[str, Any]) -> LoadedSettings:
    good: dict[str, Any] = {}
    faults: list[str] = []
    for field in msgspec.structs.fields(Settings):
        if field.encode_name not in values:
            continue
        try:
            good[field.name] = msgspec.convert(values[field.encode_name], field.type)
        except msgspec.ValidationError as error:
            faults.append(f"{field.encode_name}: {error}")
            logger.warning("setting %s not used: %s", field.encode_name, error)
    return LoadedSettings(Settings(**good), tuple(faults))
