from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.storage import sqlite_file
from companion.engine.storage.chat_file import ChatFile
from companion.engine.storage.paths import WorldPaths
from companion.engine.storage.schema import BUSINESS, CHAT
from companion.engine.storage.sqlite_file import open_writer
from companion.engine.storage.sqlite_store import SqliteStore
from companion.support.errors import CompanionError, Failure
from companion.support.loops import spawn
from tests.helpers.clock import ManualClock
from tests.helpers.store_rig import (
    ALEX,
    ORDERS,
    Limits,
    Order,
    beside,
    business,
    coins,
    earn,
    opened,
    spoken,
)

LOCK_IT = """
import sys
from pathlib import Path
from companion.engine.storage.process_lock import ProcessLock
ProcessLock(Path(sys.argv[1])).acquire()
print("held", flush=True)
sys.stdin.read()
"""


@contextlib.contextmanager
def another_process_holds(lock: Path) -> Iterator[None]:
    with subprocess.Popen(
        [sys.executable, "-c", LOCK_IT, str(lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        yield
        other.kill()


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def access_of_others(folder: Path) -> list[int]:
    return [path.stat().st_mode & 0o077 for path in folder.rglob("*")]


def open_handles(folder: Path) -> list[str]:
    """Handles of this process on files of a folder; none where the system does not tell."""
    handles = Path("/proc/self/fd")
    links = [link for link in handles.glob("*") if link.is_symlink()]
    return [handle for handle in map(os.readlink, links) if handle.startswith(str(folder))]


async def refused(folder: Path) -> CompanionError:
    store = SqliteStore(folder, Limits(), ManualClock())
    with pytest.raises(CompanionError) as caught:
        await store.start()
    assert caught.value.failure is Failure.STORAGE_UNAVAILABLE
    return caught.value


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "store.lock"
    }


@pytest.mark.behaviour("STORE-001")
async def test_all_files_of_a_world_lie_in_its_system_folder(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.update(ALEX, earn(1))
        await store.view(ALEX).remember(spoken(1))
        assert names(tmp_path) == {"system"}
        assert {name.split("-")[0] for name in names(tmp_path / "system")} == {
            "store.lock",
            "players.sqlite",
            "chat.sqlite",
        }


@pytest.mark.behaviour("STORE-006", "STORE-009")
async def test_a_second_process_is_refused_until_the_first_has_died(tmp_path: Path) -> None:
    lock = WorldPaths(tmp_path).lock
    with another_process_holds(lock):
        await refused(tmp_path)
    async with opened(tmp_path) as store:
        assert await store.update(ALEX, earn(1)) == 1
        await refused(tmp_path)
        assert await store.update(ALEX, earn(1)) == 2


@pytest.mark.behaviour("STORE-028")
@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\x1f\x8b" + b"old save" * 100, id="another format"),
        pytest.param(b"SQLite format 3\x00" + b"\xff" * 8000, id="garbage behind the magic"),
        pytest.param(b"SQLite format 3\x00", id="cut short"),
    ],
)
@pytest.mark.parametrize("name", ["business", "chat"])
async def test_a_file_that_is_none_of_ours_is_kept_and_reported(
    tmp_path: Path, name: str, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path = getattr(WorldPaths(tmp_path), name)
    path.parent.mkdir()
    path.write_bytes(content)
    error = await refused(tmp_path)
    assert path.read_bytes() == content
    assert path.name in error.detail
    assert str(path) in caplog.text


@pytest.mark.behaviour("STORE-026")
async def test_a_file_that_was_refused_can_be_replaced_at_once(tmp_path: Path) -> None:
    path = business(tmp_path)
    path.parent.mkdir()
    path.write_bytes(b"SQLite format 3\x00" + b"\xff" * 8000)
    await refused(tmp_path)
    assert open_handles(tmp_path) == []
    path.replace(tmp_path / "kept")
    async with opened(tmp_path) as store:
        assert await store.update(ALEX, earn(1)) == 1


async def test_a_full_disk_changes_nothing_and_the_store_goes_on(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.update(ALEX, earn(1))
        connection = store._writer._connection
        connection.execute("PRAGMA max_page_count = 1")  # as many as there are
        with pytest.raises(CompanionError) as caught:
            await store.update(ALEX, lambda data: data.put(ORDERS, Order("x" * 50_000)))
        assert caught.value.failure is Failure.STORAGE_UNAVAILABLE
        connection.execute("PRAGMA max_page_count = 100000")
        assert await store.update(ALEX, earn(1)) == 2
        assert await store.read(ALEX, lambda data: data.entries(ORDERS)) == ()


async def test_a_lock_held_too_long_is_reported_and_the_store_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "BUSY_TIMEOUT_S", 0.05)
    async with opened(tmp_path) as store:
        with beside(business(tmp_path)) as rows:
            rows.execute("BEGIN IMMEDIATE")
            with pytest.raises(CompanionError) as caught:
                await store.update(ALEX, earn(1))
            rows.execute("COMMIT")
        assert caught.value.failure is Failure.STORAGE_UNAVAILABLE
        assert await store.update(ALEX, earn(1)) == 1


async def test_another_programs_database_is_kept(tmp_path: Path) -> None:
    path = business(tmp_path)
    path.parent.mkdir()
    with beside(path) as rows:
        rows.execute("CREATE TABLE player (name TEXT)")
    before = tree(tmp_path)
    await refused(tmp_path)
    assert tree(tmp_path) == before


@pytest.mark.behaviour("STORE-028")
async def test_a_newer_format_is_kept(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.update(ALEX, earn(4))
    with beside(business(tmp_path)) as rows:
        rows.execute("PRAGMA user_version = 2")
    before = tree(tmp_path)
    assert "format 2" in (await refused(tmp_path)).detail
    assert tree(tmp_path) == before


async def test_a_file_of_ours_under_the_wrong_name_is_refused(tmp_path: Path) -> None:
    open_writer(WorldPaths(tmp_path).chat, BUSINESS).close()
    await refused(tmp_path)
    with beside(WorldPaths(tmp_path).chat) as rows:
        assert rows.execute("PRAGMA application_id").fetchone() == (BUSINESS.application,)
    assert BUSINESS.application != CHAT.application


async def test_a_damaged_page_is_found_before_anything_is_written(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        for _ in range(40):
            await store.update(ALEX, earn(1))
    data = bytearray(business(tmp_path).read_bytes())
    data[4096 : 2 * 4096] = b"\xaa" * 4096
    business(tmp_path).write_bytes(data)
    await refused(tmp_path)
    assert business(tmp_path).read_bytes() == data


async def test_a_lost_file_beside_its_log_is_not_made_anew(tmp_path: Path) -> None:
    log = business(tmp_path).with_name("players.sqlite-wal")
    log.parent.mkdir()
    log.write_bytes(b"committed once")
    await refused(tmp_path)
    assert log.read_bytes() == b"committed once"
    assert not business(tmp_path).exists()


async def test_a_half_made_file_of_a_crash_is_made_again(tmp_path: Path) -> None:
    draft = business(tmp_path).with_name(".players.sqlite.new")
    draft.parent.mkdir()
    draft.write_bytes(b"half")
    async with opened(tmp_path) as store:
        assert await store.update(ALEX, earn(1)) == 1
    assert not draft.exists()


@pytest.mark.behaviour("STORE-027")
async def test_a_disk_that_refuses_is_logged_with_its_reason_and_told_without_a_path(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path) as store:
        await store.update(ALEX, earn(1))
        with beside(business(tmp_path)) as rows:
            rows.execute("DROP TABLE ledger")
        with pytest.raises(CompanionError) as write:
            await store.update(ALEX, earn(1))
        with pytest.raises(CompanionError) as read:
            await store.read(ALEX, coins)
        with pytest.raises(CompanionError) as listing:
            await store.players()
    for caught in (write, read, listing):
        assert caught.value.failure is Failure.STORAGE_UNAVAILABLE
        assert isinstance(caught.value.__cause__, sqlite3.Error)
        assert str(tmp_path) not in str(caught.value)
    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(errors) >= 3
    assert all(
        str(business(tmp_path)) in record.getMessage() and "ledger" in record.getMessage()
        for record in errors
    )


@pytest.mark.behaviour("STORE-049")
async def test_folders_of_older_programs_are_left_alone(tmp_path: Path) -> None:
    for name in ("system-agent", "system-database"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "players.dat").write_bytes(name.encode())
    before = tree(tmp_path)
    async with opened(tmp_path) as store:
        await store.update(ALEX, earn(1))
        await store.delete(ALEX)
    assert before.items() <= tree(tmp_path).items()


@pytest.mark.skipif(os.name != "posix", reason="rights are POSIX mode bits")
@pytest.mark.behaviour("STORE-061")
async def test_nobody_else_has_access_to_our_files(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.update(ALEX, earn(1))
        await store.view(ALEX).remember(spoken(1))
        found = access_of_others(tmp_path)
    assert len(found) >= 6
    assert set(found) == {0}


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="looks at the handles of Linux")
@pytest.mark.behaviour("STORE-057")
async def test_stopping_leaves_no_handle_open(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await store.update(ALEX, earn(1))
        await store.read(ALEX, coins)
        await store.view(ALEX).remember(spoken(1))
    assert open_handles(tmp_path) == []


@pytest.mark.behaviour("STORE-057")
async def test_an_opening_that_nobody_waits_for_any_more_lets_the_world_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on, has_begun = threading.Event(), threading.Event()
    start = ChatFile.start

    def slow(chat: ChatFile) -> None:
        has_begun.set()
        may_go_on.wait(60)
        start(chat)

    monkeypatch.setattr(ChatFile, "start", slow)
    opening = spawn(SqliteStore(tmp_path, Limits(), ManualClock()).start(), "opening")
    await asyncio.to_thread(has_begun.wait, 60)
    opening.cancel()
    may_go_on.set()
    await asyncio.wait({opening})
    async with opened(tmp_path) as store:
        assert opening.cancelled()
        assert await store.players() == ()
