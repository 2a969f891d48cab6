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


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the player chose.

    Attributes:
        locale: Language of texts, ears and voices.
        instance: Minecraft folder whose quests are shown; empty for the demo world.
        talk_key: Name of the key that is held to talk.
        recognizer: Id of the ears; `auto` is the cloud once its keys are set, else offline.
        synthesizer: Id of the voice; `auto` likewise, `none` is silent.
        capture: When the microphone is open.
        volume: 0 to 100.
        send_on_release: False leaves the transcript as a draft.
        nls_app_key: Project key of Aliyun NLS (no secret: it names a project).
        nls_region: Region of the NLS project.
        qwen_model: Speech model of DashScope.
        qwen_voice: Voice of that model.
        qwen_base_url: Address of DashScope; keys are bound to a region.
        overlay_position: Left and top in pixels; negative lets the overlay choose.
    """

    locale: Locale = "en_us"
    instance: str = ""
    talk_key: str = "F8"
    recognizer: str = "auto"
    synthesizer: str = "auto"
    capture: Capture = Capture.WARM
    volume: Annotated[int, msgspec.Meta(ge=0, le=100)] = 80
    send_on_release: bool = True
    nls_app_key: str = ""
    nls_region: str = "cn-shanghai"
    qwen_model: str = "qwen3-tts-flash"
    qwen_voice: str = "Cherry"
    qwen_base_url: str = "https://dashscope.aliyuncs.com/api/v1"
    overlay_position: tuple[int, int] = (-1, -1)


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """Settings and what was wrong with their file.

    Attributes:
        settings: Usable in any case.
        faults: One line a field, for the log and the settings page.
        writable: False when the file is broken and must be kept as it is.
    """

    settings: Settings
    faults: tuple[str, ...] = ()
    writable: bool = True


def read_settings(folder: Path) -> LoadedSettings:
    """Read the settings of a configuration folder; a missing file gives the defaults."""
    path = folder / FILE_NAME
    try:
        data = path.read_bytes() if path.exists() else b"{}"
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
