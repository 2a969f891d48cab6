"""Features reach models, databases and the network through the doors they are given."""

from __future__ import annotations

import pytest

from tests.helpers.sources import imported, trees

FEATURES = ("builtin", "knowledge", "narration", "quest_views", "chat", "react")
FORBIDDEN = (
    "companion.engine.models.gateway",
    "companion.engine.models.transport",
    "companion.engine.models.openai_chat",
    "companion.engine.storage.sqlite_",
    "companion.engine.web.exchange",
    "companion.engine.web.fetch",
    "httpx",
    "openai",
    "requests",
    "socket",
    "sqlite3",
    "subprocess",
    "urllib.request",
    "websockets",
)


@pytest.mark.behaviour("TOOL-014")
@pytest.mark.parametrize("feature", FEATURES)
def test_no_feature_has_a_way_around_its_tools(feature: str) -> None:
    files = list(trees(f"engine/{feature}"))
    reached = {
        (name, module)
        for name, tree in files
        for module in imported(tree)
        if module.startswith(FORBIDDEN)
    }
    assert files
    assert reached == set()
