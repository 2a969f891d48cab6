"""What is kept for the next start never costs this one."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.games import kept_files
from companion.games.kept_files import Kept, KeptFiles


def test_what_cannot_be_written_is_not_kept_and_harms_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(kept_files, "cache_folder", lambda: tmp_path)
    words: KeptFiles[str] = KeptFiles("word", msgspec.msgpack.Decoder(Kept[str]), 2)
    words.keep("a", b"mark", "half \ud83d")
    words.keep("b", b"mark", "whole")
    assert (words.load("a", b"mark"), words.load("b", b"mark")) == (None, "whole")
    assert "not kept" in caplog.text
