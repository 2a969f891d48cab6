"""The tables. A new format: a higher `version` here and a step that reads the older one."""

from __future__ import annotations

from companion.engine.storage.sqlite_file import Schema

BUSINESS = Schema(
    application=0x636D7062,  # "cmpb"
    version=1,
    statements=(
        """CREATE TABLE player (
            player BLOB PRIMARY KEY, body BLOB NOT NULL, bytes INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE ledger (
            seq INTEGER PRIMARY KEY, player BLOB NOT NULL, owner TEXT NOT NULL, kind TEXT NOT NULL,
            key TEXT NOT NULL, version INTEGER NOT NULL, body BLOB NOT NULL,
            bytes INTEGER NOT NULL, UNIQUE (player, owner, kind, key)
        ) STRICT""",
        """CREATE TABLE receipt (
            seq INTEGER PRIMARY KEY, player BLOB NOT NULL, task TEXT NOT NULL, step TEXT NOT NULL,
            tool TEXT NOT NULL, fingerprint TEXT NOT NULL, idempotent INTEGER NOT NULL,
            state TEXT NOT NULL, result BLOB NOT NULL, bytes INTEGER NOT NULL,
            UNIQUE (player, task, step)
        ) STRICT""",
        "CREATE INDEX receipt_by_state ON receipt (player, state)",
        """CREATE TABLE task (
            seq INTEGER PRIMARY KEY, player BLOB NOT NULL, id TEXT NOT NULL, rule TEXT NOT NULL,
            module TEXT NOT NULL, module_version TEXT NOT NULL, input BLOB NOT NULL,
            policy BLOB NOT NULL, budget BLOB NOT NULL, deadline REAL NOT NULL,
            state TEXT NOT NULL, bytes INTEGER NOT NULL, UNIQUE (player, id)
        ) STRICT""",
    ),
)

CHAT = Schema(
    application=0x636D7063,  # "cmpc"
    version=1,
    statements=(
        """CREATE TABLE round (
            id INTEGER PRIMARY KEY AUTOINCREMENT, player BLOB NOT NULL, request BLOB NOT NULL,
            fingerprint TEXT NOT NULL, at REAL NOT NULL, remembered INTEGER NOT NULL,
            user BLOB, result BLOB, bytes INTEGER NOT NULL, UNIQUE (player, request)
        ) STRICT""",
        "CREATE INDEX round_by_player ON round (player)",
    ),
)

DATABASE = Schema(
    application=0x636D7064,  # "cmpd"
    version=1,
    statements=(
        """CREATE TABLE entry (
            part TEXT NOT NULL, key TEXT NOT NULL, body BLOB NOT NULL, bytes INTEGER NOT NULL,
            UNIQUE (part, key)
        ) STRICT""",
    ),
)
