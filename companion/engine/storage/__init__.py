"""What the engine keeps: players' data, receipts, event tasks, conversations and databases.

`store.py` is the interface that the rest of the engine knows; `sqlite_store.py` puts the parts
behind it together. Values and their rules (`record`, `ledger`, `receipt`, `event_task`,
`conversation`, `reclaim`) do no I/O; files are opened in `sqlite_file.py` alone and written by one
thread each (`group_writer.py`).
"""
