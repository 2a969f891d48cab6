"""`companion shots --out DIR`: every window and page in every language and theme, with an index.

The pictures lie in `<theme>/<locale>/<page>.png`. They show invented states, drawn by the same
widgets as the program's.
"""

from __future__ import annotations

import argparse
import html
import os
import sys
from collections.abc import Sequence

from companion.commands.picture_arguments import add_picture_arguments

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Windows and pages</title>
<style>
body {{ background: #12161c; color: #eef2f6; font: 14px system-ui, sans-serif; margin: 24px; }}
h2 {{ margin: 40px 0 8px; }} figure {{ display: inline-block; margin: 0 16px 16px 0; }}
figcaption {{ color: #9aa8b8; }} img {{ border-radius: 12px; max-width: 100%; }}
</style>
<h1>{count} pictures</h1>
{sections}
</html>
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_picture_arguments(parser, "page")


def run(arguments: argparse.Namespace) -> int:
    """Draw all pictures."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from companion.ui.qt_messages import log_qt_messages
    from companion.ui.shots import SHOTS, take

    log_qt_messages()
    names = [name for name in SHOTS if not arguments.only or name in arguments.only]
    if not names:
        print(f"pages: {' '.join(SHOTS)}", file=sys.stderr)
        return 1
    try:
        for theme in arguments.theme:
            for locale in arguments.locale:
                folder = arguments.out / theme / locale
                folder.mkdir(parents=True, exist_ok=True)
                take(names, folder, locale, theme, arguments.size)
        (arguments.out / "index.html").write_text(_index(names, arguments), "utf-8")
    except OSError as error:
        print(f"{arguments.out}: {error.strerror or error}", file=sys.stderr)
        return 1
    print(arguments.out / "index.html")
    return 0


def _index(names: Sequence[str], arguments: argparse.Namespace) -> str:
    worn = [(theme, locale) for theme in arguments.theme for locale in arguments.locale]
    sections = "\n".join(
        f"<h2>{html.escape(name)}</h2>" + "".join(_figure(name, *one) for one in worn)
        for name in names
    )
    return _PAGE.format(count=len(names) * len(worn), sections=sections)


def _figure(name: str, theme: str, locale: str) -> str:
    source = html.escape(f"{theme}/{locale}/{name}.png")
    words = html.escape(f"{name}, {theme}, {locale}")
    return (
        f'<figure><img loading="lazy" src="{source}" alt="{words}">'
        f"<figcaption>{words}</figcaption></figure>\n"
    )
