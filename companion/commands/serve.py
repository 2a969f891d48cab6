"""`companion serve`: the engine beside a game server, for players on other computers.

Players' data, configuration (`config/system/`), devices and the files that answer questions
(`knowledge/`: Markdown, text, PDF) lie in the world's folder. Lines on standard input are the
operator's commands, with or without `/system` in front; `help` lists them and `stop` ends it.
Without a certificate it listens on loopback only.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
from pathlib import Path
from ssl import SSLContext
from typing import cast

from companion.commands import folders
from companion.engine.access.listening import Listening, decide, place, tls_context
from companion.engine.access.signon import PrivateMessages
from companion.engine.console.console import Console
from companion.engine.console.link_messages import LinkMessages
from companion.engine.console.player_names import ConsoleMessages, Say
from companion.engine.console.served_world import ServedWorld, Serving
from companion.engine.console.terminal import restored
from companion.games.demo.screen import DemoScreen
from companion.games.link import Capability, Link, TellingLink
from companion.games.registry import open_link
from companion.language.phrase import Phrase, phrase
from companion.language.translations import Translations, merged
from companion.support.clock import Clock, SystemClock
from companion.support.collector import settle
from companion.support.errors import CompanionError
from companion.support.loops import spawn
from companion.support.resources import LOCALES, translation_tables

DEFAULT_LISTEN = "127.0.0.1:7385"
EVERYWHERE = ("0.0.0.0", "::")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = __doc__
    parser.add_argument(
        "--world", type=folders.to_be_kept_in, required=True, help="the world's folder"
    )
    parser.add_argument(
        "--instance",
        "--game",
        dest="game",
        type=folders.existing,
        metavar="FOLDER",
        help="Minecraft folder whose quests are served; the demo without it",
    )
    parser.add_argument(
        "--listen", default=DEFAULT_LISTEN, metavar="HOST:PORT", help=f"default {DEFAULT_LISTEN}"
    )
    parser.add_argument("--tls-cert", type=Path, help="certificate with its chain, PEM")
    parser.add_argument("--tls-key", type=Path, help="its key, PEM, without a password")
    parser.add_argument(
        "--insecure", action="store_true", help="listen beyond loopback in the clear; do not"
    )
    parser.add_argument("--locale", choices=LOCALES, default=LOCALES[0])


def run(arguments: argparse.Namespace) -> int:
    """Serve until `stop`, SIGINT or SIGTERM; 2 when it may or can not."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO)
    texts, clock = merged(arguments.locale, translation_tables()), SystemClock()
    try:
        listening = _listening(arguments)
        tls = tls_context(listening.files, clock.wall()) if listening.files else None
        with restored(sys.stdin):
            return asyncio.run(_serve(arguments, listening, tls, texts, clock))
    except CompanionError as error:
        print(texts.text(f"failure.{error.failure}", detail=error.detail), file=sys.stderr)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        print(texts.text("console.no_port", place=arguments.listen, why=reason), file=sys.stderr)
    return 2


def _listening(arguments: argparse.Namespace) -> Listening:
    listening = decide(
        place(arguments.listen),
        arguments.tls_cert,
        arguments.tls_key,
        insecure=arguments.insecure,
    )
    if listening.warning:
        print(listening.warning, file=sys.stderr)
    return listening


def _sayer(texts: Translations) -> Say:
    def say(words: Phrase) -> None:
        print(texts.render(words), flush=True)

    return say


async def _serve(
    arguments: argparse.Namespace,
    listening: Listening,
    tls: SSLContext | None,
    texts: Translations,
    clock: Clock,
) -> int:
    say = _sayer(texts)
    await asyncio.to_thread(arguments.world.mkdir, parents=True, exist_ok=True)
    link = open_link(arguments.game)
    serving = Serving(
        arguments.world,
        link,
        _messages(arguments, link, texts, say),
        listening.place,
        tls,
        listening.files,
        arguments.locale,
    )
    world = ServedWorld(serving, clock)
    port = await world.start()
    try:
        say(where(listening, port, "wss" if tls else "ws"))
        console = Console(world, say)
        _on_signals(console)
        await _warn(world, say)
        spawn(_settle(world), "settle")
        console.read(sys.stdin)
        await console.until_stopped()
    finally:
        await world.stop()
    say(phrase("console.stopped"))
    return 0


def _messages(
    arguments: argparse.Namespace, link: Link, texts: Translations, say: Say
) -> PrivateMessages:
    """Who shows a code to its player: the game where it can, else whoever runs this console."""
    if Capability.TELL not in link.capabilities:
        return ConsoleMessages(arguments.world, say)
    if isinstance(link, DemoScreen):
        link.show = lambda player, text: say(
            phrase("console.demo_told", player=player.name, text=text)
        )
    return LinkMessages(cast("TellingLink", link), texts)


async def _settle(world: ServedWorld) -> None:
    await world.runtime.warmed()
    settle()


async def _warn(world: ServedWorld, say: Say) -> None:
    """Say what keeps players from being served, such as another engine on the same folder."""
    try:
        await world.check()
    except CompanionError as error:
        say(phrase("console.no_data", why=error.detail or error.failure))


def where(listening: Listening, port: int, scheme: str) -> Phrase:
    """What players enter; how they reach one that listens everywhere, only its owner knows."""
    host = listening.place.host
    if host in EVERYWHERE:
        return phrase("console.serves_everywhere", scheme=scheme, port=port)
    name = f"[{host}]" if ":" in host else host
    return phrase("console.serves", url=f"{scheme}://{name}:{port}")


def _on_signals(console: Console) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C ends asyncio.run
            loop.add_signal_handler(number, console.end)
