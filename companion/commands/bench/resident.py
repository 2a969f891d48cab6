"""Resident memory of a process."""

from __future__ import annotations

from pathlib import Path


def resident_mib(pid: int) -> float:
    """`VmRSS`: all pages in memory, those of shared libraries in full; 0 where no /proc tells."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    sizes = [line.split()[1] for line in lines if line.startswith("VmRSS:")]
    return int(sizes[0]) / 1024 if sizes else 0.0
