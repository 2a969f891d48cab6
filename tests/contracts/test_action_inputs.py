"""What actions take is declared where both sides can read it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.engine.module import NoInput
from companion.engine.registry import MODULES

INPUTS = {action.id: action.input for module in MODULES for action in module.actions}
ALONE = """
import sys
from companion.protocol.actions import demo_play, guide, help, items, knowledge, quests
print(*(name for name in sys.modules if name.startswith("companion.")))
"""


@pytest.mark.parametrize("action", sorted(INPUTS))
def test_an_action_takes_what_the_protocol_declares(action: str) -> None:
    kind = INPUTS[action]

    assert kind is NoInput or kind.__module__.startswith("companion.protocol.actions.")


@pytest.mark.behaviour("PROTO-058")
def test_arguments_are_read_where_there_is_no_engine() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)

    loaded = {name.split(".")[1] for name in done.stdout.split()}
    assert "protocol" in loaded
    assert loaded <= {"protocol", "language", "support"}
