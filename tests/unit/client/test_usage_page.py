"""What the engine tells of use: shown where the page is, and opened only when asked to."""

from __future__ import annotations

import pytest

from companion.client.navigation import PageName
from companion.protocol.responses import Usage, Used, UsedOf
from tests.helpers.client_rig import Rig

MODELS = (UsedOf("", "deepseek/chat", Used(1), Used(3)),)


@pytest.mark.behaviour("USAGE-017")
@pytest.mark.parametrize("opens", [True, False], ids=["opens", "refreshes"])
def test_use_that_was_told_opens_its_page_only_when_it_says_so(opens: bool) -> None:
    rig = Rig()
    before = rig.state.wanted
    rig.tell(Usage(opens, MODELS))
    assert (rig.state.wanted != before, rig.state.wanted.page is PageName.USAGE) == (opens, opens)
    assert rig.state.usage is not None
    assert rig.state.usage.models == MODELS
