"""Lines of a description: one a paragraph line, pages apart, styles carried over line breaks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from companion.games.ftbquests.text import PAGE_BREAK

NEXT_PAGE = "\f"
"""The line that stands between two pages."""

_CODE = re.compile(r"§(#[0-9a-fA-F]{6}|[0-9a-fk-orzA-FK-OR])")


def read_lines(raw: Iterable[str], read: Callable[[str], str]) -> tuple[str, ...]:
    """Lines of a quest's description in the form of `Quest.description`.

    Args:
        raw: Lines as written.
        read: Turns one of them into text, which may have several lines.
    """
    lines: list[str] = []
    for written in raw:
        if written.strip() == PAGE_BREAK:
            lines.append(NEXT_PAGE)
        else:
            lines.extend(_split(read(written)))
    return _trimmed(lines)


def _split(text: str) -> list[str]:
    """Split at line feeds; the style that is on at the end of a line goes on in the next one."""
    if "\n" not in text:
        return [text]
    lines: list[str] = []
    style = ""
    for line in text.split("\n"):
        lines.append(style + line if line.strip() else "")
        for match in _CODE.finditer(line):
            style = _next_style(style, match[0])
    return lines


def _next_style(style: str, code: str) -> str:
    if code[1] in "rR":
        return ""
    return style + code if code[1] in "klmnoKLMNO" and len(code) == 2 else code


def _trimmed(lines: list[str]) -> tuple[str, ...]:
    """Without empty lines and page breaks at either end."""
    start, end = 0, len(lines)
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return tuple(lines[start:end])
