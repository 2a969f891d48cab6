"""`/system reload`, as far as configuration goes: read every file again and say what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.config.configuration import Configuration
from companion.engine.config.instance import Reloaded
from companion.language.phrase import Phrase, phrase


def reload_configuration(configuration: Configuration) -> tuple[Phrase, ...]:
    """Save what is pending and read every file again (SET-016). Blocks on the disk.

    Returns:
        What changed, what counts only after a restart, and what of the files is not used.
    """
    return told(configuration.reload_all())


def told(files: Sequence[Reloaded]) -> tuple[Phrase, ...]:
    """Sentences for the operator, one fact each."""
    lines = [_changed(files)]
    for file in files:
        if file.restart:
            names = ", ".join(file.restart)
            lines.append(phrase("config.restart", file=file.file, fields=names))
        lines += [phrase("config.fault", file=file.file, fault=fault) for fault in file.faults]
    return tuple(lines)


def _changed(files: Sequence[Reloaded]) -> Phrase:
    names = [f"{file.file}: {', '.join(file.changed)}" for file in files if file.changed]
    return phrase("config.changed", changes="; ".join(names)) if names else phrase("config.same")
