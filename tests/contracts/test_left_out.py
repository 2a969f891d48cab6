"""What is left out on purpose is written where its builders look."""

from __future__ import annotations

from pathlib import Path

import pytest

ARCHITECTURE = Path(__file__).resolve().parents[2] / "companion" / "ARCHITECTURE.md"
HEADING = "## Left out on purpose"


def left_out() -> str:
    text = ARCHITECTURE.read_text("utf-8")
    return " ".join(text.partition(HEADING)[2].partition("\n## ")[0].split())


@pytest.mark.behaviour("ENG-078")
@pytest.mark.parametrize(
    "said",
    [
        "no graph of steps",
        "no lease between several engines",
        "no compensation by itself",
        "no outbox for notices",
    ],
)
def test_what_execution_leaves_out_is_written_down(said: str) -> None:
    assert said in left_out()


@pytest.mark.behaviour("ENG-083", "CHAT-010")
@pytest.mark.parametrize(
    "said",
    [
        "chain of recipes",
        "nobody asks for what belongs to another player",
        "no second assistant or conversation",
        "no summary made by a model",
        "no weights or retries a module",
        "no circuit breaker for a provider",
        "rules are not taken anew",
        "files of another format are not migrated",
        "exactly once",
        "no collector of traces",
        "no MCP transport",
    ],
)
def test_what_is_outside_the_scope_is_written_down(said: str) -> None:
    assert said in left_out()


@pytest.mark.behaviour("MOD-059", "STORE-053", "TOOL-020")
@pytest.mark.parametrize(
    "said", ["trusted code", "decode gives nobody a right", "no archive", "engine/tools/tool.py"]
)
def test_what_modules_orders_and_tools_do_not_promise_is_written_down(said: str) -> None:
    assert said in left_out()


@pytest.mark.behaviour("TOOL-020")
def test_the_piece_that_another_transport_of_tools_would_use_is_there() -> None:
    assert (ARCHITECTURE.parent / "engine" / "tools" / "tool.py").is_file()
