"""`companion cards gallery`: every shipped card in every variant, locale and theme, with an index.

The pictures lie in `<theme>/<locale>/<card>.<variant>.png`; `index.html` shows them side by side.
"""

from __future__ import annotations

import argparse
import html
import os
import sys
from collections.abc import Iterable

from companion.cards.library import load_library
from companion.cards.samples import CardSample, samples
from companion.cards.view import Variant
from companion.commands.picture_arguments import add_picture_arguments

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Cards</title>
<style>
body {{ background: #12161c; color: #eef2f6; font: 14px system-ui, sans-serif; margin: 24px; }}
h2 {{ margin: 40px 0 8px; }} nav a {{ color: #5fd38d; margin-right: 12px; }}
h3 {{ color: #9aa8b8; font-weight: normal; margin: 16px 0 8px; }}
figure {{ display: inline-block; margin: 0 16px 16px 0; vertical-align: top; }}
figcaption {{ color: #9aa8b8; }} img {{ border-radius: 12px; max-width: 100%; }}
.warn {{ color: #f2c14e; }}
</style>
<h1>{count} cards, {pictures} pictures</h1><nav>{links}</nav>
{sections}
</html>
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_picture_arguments(parser, "card")


def run(arguments: argparse.Namespace) -> int:
    """Draw all pictures; 0 when every card was shown in its template."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from companion.ui.qt_messages import log_qt_messages

    log_qt_messages()
    try:
        faults = _draw_all(arguments)
        _write_index(arguments)
    except OSError as error:
        print(f"{arguments.out}: {error.strerror or error}", file=sys.stderr)
        return 1
    for fault in faults:
        print(fault, file=sys.stderr)
    print(arguments.out / "index.html")
    return 1 if faults else 0


def picture_path(theme: str, locale: str, card: str, variant: Variant) -> str:
    """Where a picture lies, below the gallery's folder."""
    return f"{theme}/{locale}/{card}.{variant}.png"


def _draw_all(arguments: argparse.Namespace) -> list[str]:
    from companion.commands.cards.drawn import Drawing, draw

    faults: list[str] = []
    for theme in arguments.theme:
        for locale in arguments.locale:
            (arguments.out / theme / locale).mkdir(parents=True, exist_ok=True)
            library = load_library(locale)
            for sample in _chosen(locale, arguments.only):
                for variant in Variant:
                    path = arguments.out / picture_path(theme, locale, sample.name, variant)
                    drawing = Drawing(variant, locale, theme, arguments.size)
                    if fault := draw(sample.data, library, drawing, path):
                        faults.append(f"{sample.name} {variant}: {fault}")
    return sorted(set(faults))


def _chosen(locale: str, only: Iterable[str]) -> list[CardSample]:
    wanted = set(only)
    return [sample for sample in samples(locale) if not wanted or sample.name in wanted]


def _write_index(arguments: argparse.Namespace) -> None:
    names = [sample.name for sample in _chosen(arguments.locale[0], arguments.only)]
    per_card = len(arguments.theme) * len(arguments.locale) * len(Variant)
    page = _PAGE.format(
        count=len(names),
        pictures=len(names) * per_card,
        links=" ".join(f'<a href="#{html.escape(n)}">{html.escape(n)}</a>' for n in names),
        sections="\n".join(_section(name, arguments) for name in names),
    )
    (arguments.out / "index.html").write_text(page, "utf-8")


def _section(name: str, arguments: argparse.Namespace) -> str:
    rows = [f'<h2 id="{html.escape(name)}">{html.escape(name)}</h2>']
    for theme in arguments.theme:
        for locale in arguments.locale:
            rows.append(f"<h3>{html.escape(theme)}, {html.escape(locale)}</h3>")
            rows += [_figure(theme, locale, name, variant) for variant in Variant]
    return "\n".join(rows)


def _figure(theme: str, locale: str, name: str, variant: Variant) -> str:
    source = html.escape(picture_path(theme, locale, name, variant))
    words = html.escape(f"{name}, {variant}, {locale}, {theme}")
    return (
        f'<figure><img loading="lazy" src="{source}" alt="{words}">'
        f"<figcaption>{variant}</figcaption></figure>"
    )
