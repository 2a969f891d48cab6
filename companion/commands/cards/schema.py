"""`companion cards schema`: JSON Schemas of templates and cards, generated from the types."""

from __future__ import annotations

import argparse
import json

from companion.cards.schema import card_schema, template_schema


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "of", nargs="?", choices=("template", "card"), default="template", help="what it is of"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the schema."""
    schema = template_schema() if arguments.of == "template" else card_schema()
    print(json.dumps(schema, ensure_ascii=False, indent=2))
    return 0
