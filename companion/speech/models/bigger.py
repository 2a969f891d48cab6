"""Models that come with no package: bigger, better at Chinese, fetched when the player wants.

To add one: a line in `BIGGER`. A sum not known here is taken from the server's own statement
or from the first download, and holds from then on.
"""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """One file of a model.

    Attributes:
        name: In the model's folder.
        address: Where it is fetched from.
        sha256: Sum it must have; empty when it is not known here.
    """

    name: str
    address: str
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class RemoteModel:
    """A model that can be fetched.

    Attributes:
        name: What the player calls it.
        about: Languages and purpose, for the list.
        size_mib: Of the download.
        licence: Of the weights.
        files: All of them.
    """

    name: str
    about: str
    size_mib: int
    licence: str
    files: tuple[RemoteFile, ...]


_WHISPER_FILES = ("config.json", "tokenizer.json", "vocabulary.txt", "model.bin")


def _whisper(size: str, size_mib: int) -> RemoteModel:
    base = f"https://huggingface.co/Systran/faster-whisper-{size}/resolve/main"
    files = tuple(RemoteFile(name, f"{base}/{name}") for name in _WHISPER_FILES)
    return RemoteModel(f"whisper-{size}", "ears, en and zh", size_mib, "MIT", files)


BIGGER = {model.name: model for model in (_whisper("small", 464), _whisper("medium", 1460))}
