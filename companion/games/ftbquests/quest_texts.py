"""The quest book's own texts of layouts C, C' and D: `lang/` in the quest folder.

For each key the first file that has it wins: the flat `<locale>.snbt`, the split folder, and what
the splitting mod left as `_merged`. The pack's fallback locale stands behind the player's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.games.ftbquests.files import FileReader, files_below
from companion.games.snbt.content import Syntax

_SPLIT = (".snbt", ".json5")
_MERGED = (".snbt_merged", ".json5_merged")


def read_texts(
    files: FileReader, folder: Path, locales: tuple[str, ...], syntax: Syntax
) -> Mapping[str, object]:
    """All texts of a locale, others behind it.

    Args:
        files: Reads, and collects faults.
        folder: `lang` in the quest folder; may be missing.
        locales: In order of preference.
        syntax: What the layout writes.
    """
    texts: dict[str, object] = {}
    for locale in dict.fromkeys(locales):
        for path in _files_of(folder, locale):
            for key, value in (files.read(path, syntax) or {}).items():
                if value not in ("", []):
                    texts.setdefault(key, value)
    return texts


def is_split(folder: Path) -> bool:
    """Whether texts lie in folders, one a locale."""
    return folder.is_dir() and any(entry.is_dir() for entry in folder.iterdir())


def report_strays(files: FileReader, folder: Path) -> None:
    """Note files beside the languages that the game does not load, such as `ru_ru.txt`."""
    if folder.is_dir():
        for path in sorted(folder.iterdir()):
            if path.is_file() and not path.name.endswith((*_SPLIT, *_MERGED)):
                files.fault(path, "is no language file that the game loads")


def _files_of(folder: Path, locale: str) -> Iterator[Path]:
    for suffix in _SPLIT:
        if (flat := folder / f"{locale}{suffix}").is_file():
            yield flat
    if (split := folder / locale).is_dir():
        yield from files_below(split, _SPLIT, deep=True)
        yield from files_below(split, _MERGED, deep=True)
    for suffix in _MERGED:
        if (merged := folder / f"{locale}{suffix}").is_file():
            yield merged
