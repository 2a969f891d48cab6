"""`companion protocol schema`: the wire as a JSON Schema, for clients of other makers."""

from __future__ import annotations

import argparse
import json

from companion.protocol.codec import schema


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One thing to print."""
    parser.add_argument("what", choices=("schema",), help="JSON Schema of both directions")


def run(_: argparse.Namespace) -> int:
    """Print it."""
    print(json.dumps(schema(), indent=2, ensure_ascii=False))
    return 0
