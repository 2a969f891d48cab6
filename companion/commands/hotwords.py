"""`companion hotwords`: tables of words that DashScope's recognition prefers.

`make` sends one request, and the settings use the table from then on; `list` and `delete` ask the
service. Tables of Aliyun NLS are made in its console: put their id into the settings.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

import msgspec

from companion.commands.speech_desk import SpeechDesk, add_language, open_desk, print_json
from companion.speech import keys
from companion.speech.hot_word_tables import HotWordTables
from companion.speech.hot_words import HotWordMaker
from companion.support.errors import CompanionError, Failure
from companion.support.settings import Settings, read_settings, write_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions."""
    parser.epilog = __doc__
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    make = actions.add_parser("make", help="make a table and use it from now on")
    make.add_argument("words", nargs="*", metavar="WORD", help="such as a name of the modpack")
    make.add_argument("--file", type=Path, help="more words, one a line")
    add_language(make)
    actions.add_parser("list", help="say which tables the account has")
    delete = actions.add_parser("delete", help="delete a table")
    delete.add_argument("table", help="its id")


def run(arguments: argparse.Namespace) -> int:
    """Do one action; 0 when it was done."""
    desk = open_desk()
    try:
        match arguments.action:
            case "make":
                _make(desk, arguments)
            case "delete":
                _delete(desk, arguments.table, as_json=arguments.json)
            case _:
                _list(desk, as_json=arguments.json)
    except CompanionError as error:
        return desk.fail(error, as_json=arguments.json)
    except (OSError, UnicodeError) as error:
        failure = CompanionError(Failure.SETTINGS_NOT_SAVED, str(error))
        return desk.fail(failure, as_json=arguments.json)
    return 0


def _make(desk: SpeechDesk, arguments: argparse.Namespace) -> None:
    more = arguments.file.read_text(encoding="utf-8").splitlines() if arguments.file else ()
    settings = desk.settings
    maker = HotWordMaker(keys.dashscope_key(settings, desk.secrets), settings.qwen_base_url)
    language = arguments.language or desk.language
    table = asyncio.run(
        maker.make((*arguments.words, *more), settings.dashscope_asr_model, language)
    )
    _say(desk, "speech.hotwords.made", as_json=arguments.json, table=table)
    _use(desk, table)


def _list(desk: SpeechDesk, *, as_json: bool) -> None:
    tables = _tables(desk).list()
    if as_json:
        used = desk.settings.dashscope_vocabulary
        print_json({"tables": msgspec.to_builtins(tables), "used": used})
        return
    for table in tables:
        print(f"{table.id}  {table.status}  {table.created}")


def _delete(desk: SpeechDesk, table: str, *, as_json: bool) -> None:
    _tables(desk).delete(table)
    if desk.settings.dashscope_vocabulary == table:
        _use(desk, "")
    _say(desk, "speech.hotwords.deleted", as_json=as_json, table=table)


def _tables(desk: SpeechDesk) -> HotWordTables:
    return HotWordTables(
        keys.dashscope_key(desk.settings, desk.secrets), desk.settings.qwen_base_url
    )


def _use(desk: SpeechDesk, table: str) -> None:
    """Keep the id with the player's settings, and nothing else that this command was told."""
    loaded = read_settings(desk.folder)
    if not loaded.writable:
        raise CompanionError(Failure.SETTINGS_NOT_SAVED, "; ".join(loaded.faults))
    settings: Settings = msgspec.structs.replace(loaded.settings, dashscope_vocabulary=table)
    write_settings(desk.folder, settings)


def _say(desk: SpeechDesk, key: str, *, as_json: bool, table: str) -> None:
    sentence = desk.texts.text(key, table=table)
    if as_json:
        print_json({"sentence": sentence, "table": table})
    else:
        print(sentence)
