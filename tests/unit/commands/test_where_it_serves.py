"""What an operator is told that players enter."""

from __future__ import annotations

import pytest

from companion.commands.serve import where
from companion.engine.access.listening import Listening, place
from companion.language.phrase import Phrase, phrase

CASES = {
    "this computer": (
        "127.0.0.1:0",
        "ws",
        phrase("console.serves", url="ws://127.0.0.1:7385"),
    ),
    "an address of the sixth version": (
        "[::1]:0",
        "wss",
        phrase("console.serves", url="wss://[::1]:7385"),
    ),
    "everywhere": (
        "0.0.0.0:0",
        "wss",
        phrase("console.serves_everywhere", scheme="wss", port=7385),
    ),
    "everywhere in both versions": (
        "[::]:0",
        "wss",
        phrase("console.serves_everywhere", scheme="wss", port=7385),
    ),
}


@pytest.mark.parametrize(("listen", "scheme", "told"), CASES.values(), ids=CASES)
def test_nobody_is_told_to_connect_to_no_address(listen: str, scheme: str, told: Phrase) -> None:
    assert where(Listening(place(listen)), 7385, scheme) == told
