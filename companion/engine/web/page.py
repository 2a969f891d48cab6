"""The readable text of a web page: no scripts, no menus, no markup."""

from __future__ import annotations

from companion.engine.knowledge.cutting import tidied
from companion.language.html_text import html_text

MOST_TITLE = 200


def readable(html: str, most: int) -> tuple[str, str]:
    """Read a page. Anything is HTML; nothing raises.

    Args:
        html: The page.
        most: Characters of text wanted.

    Returns:
        Its title and its text, a paragraph a line.
    """
    title, text = html_text(html, most)
    return tidied(title)[:MOST_TITLE], tidied(text)
