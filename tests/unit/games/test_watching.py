"""Changes of quest files are noticed by the system's own watcher."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.games.demo.link import DemoLink
from companion.games.watching import Watch


@dataclass
class Folder:
    """A link that comes from one folder."""

    place: Path

    def watched(self) -> Sequence[Path]:
        return (self.place,) if self.place.is_dir() else ()


async def test_a_saved_file_is_noticed(tmp_path: Path) -> None:
    changed = asyncio.Event()
    watch = Watch(Folder(tmp_path))
    watch.start(changed.set)
    async with asyncio.timeout(60):
        for number in range(10_000):  # the watcher needs a moment to begin
            (tmp_path / "chapter.snbt").write_text(str(number), "utf-8")
            try:
                async with asyncio.timeout(0.5):
                    await changed.wait()
            except TimeoutError:
                continue
            break
    watch.stop()
    assert changed.is_set()
    assert not watch.is_running


async def test_nothing_to_watch_is_no_mistake(tmp_path: Path) -> None:
    watch = Watch(Folder(tmp_path / "nowhere"))
    watch.start(lambda: None)
    assert watch._task is not None
    async with asyncio.timeout(60):
        await watch._task
    watch.stop()


def test_a_world_without_files_is_not_watched() -> None:
    assert Watch.of(DemoLink()) is None
