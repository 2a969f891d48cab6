"""Tool tips: the one place where Qt guesses whether a text is markup."""

from __future__ import annotations


def tooltip(text: str) -> str:
    """A text as a tool tip that shows it as it is, wrapped; empty for none."""
    if not text:
        return ""
    import html  # its tables of entities are no business of the window's first frame

    lines = html.escape(text, quote=False).splitlines()
    return f"<qt>{'<br>'.join(lines)}</qt>"
