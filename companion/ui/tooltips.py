"""Tool tips: the one place where Qt guesses whether a text is markup."""

from __future__ import annotations

import html


def tooltip(text: str) -> str:
    """A text as a tool tip that shows it as it is, wrapped; empty for none."""
    lines = html.escape(text, quote=False).splitlines()
    return f"<qt>{'<br>'.join(lines)}</qt>" if text else ""
