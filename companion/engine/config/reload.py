"""`/system reload`, as far as configuration goes: read every file again and say what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.config.agent import AgentConfig
from companion.engine.config.configuration import Configuration
from companion.engine.config.instance import Reloaded
from companion.language.phrase import Phrase, phrase

Check = Callable[[AgentConfig], Sequence[str]]
"""Finds faults that only another room can see, such as `policies.policy_faults`."""


def reload_configuration(
    configuration: Configuration, check: Check | None = None
) -> tuple[Phrase, ...]:
    """Save what is pending and read every file again (SET-016). Blocks on the disk.

    Args:
        configuration: All of it.
        check: Looks at the policies that were read.

    Returns:
        What changed, what counts only after a restart, and what of the files is not used.
    """
    lines = told(configuration.reload_all())
    faults = check(configuration.agent.get()) if check else ()
    file = configuration.agent.path.name
    return (*lines, *(phrase("config.fault", file=file, fault=fault) for fault in faults))


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
