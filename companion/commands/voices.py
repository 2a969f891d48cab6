"""`companion voices`: what voices there are, and designing, keeping, binding and deleting them.

A design is one paid call. Its price is said before; `--yes` agrees to it.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path

from companion.commands.say import loudspeaker, play
from companion.commands.speech_desk import LANGUAGES, SpeechDesk, open_desk, print_json
from companion.commands.voices_prefetch import prefetch
from companion.speech.abilities import SPEAKING
from companion.speech.audio.wav import wav_bytes
from companion.speech.tts.qwen_pcm import RATE_HZ
from companion.speech.voices.account import VoicesAccount
from companion.speech.voices.buying import make_voice
from companion.speech.voices.design_request import MadeVoice, VoiceDesign, check_design
from companion.speech.voices.keeping import (
    adopt_voice,
    bind_voice,
    delete_voice,
    keep_voice,
    list_remote,
    read_book,
    unbind_voice,
)
from companion.speech.voices.making import PREFIX, PREVIEWS
from companion.speech.voices.offer import offer_of
from companion.speech.voices.voice_book import VoiceBook
from companion.support.atomic import write_atomically
from companion.support.errors import CompanionError

NOT_AGREED = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions."""
    parser.epilog = __doc__
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    _list_arguments(actions.add_parser("list", help="show all voices (the same as no action)"))
    _design_arguments(actions.add_parser("design", help="make a voice by describing it"))
    keep = actions.add_parser("keep", help="keep a designed voice under a name")
    keep.add_argument("voice", help="id or name")
    keep.add_argument("name")
    keep.add_argument("--remote", action="store_true", help="an id of the service: take it over")
    bind = actions.add_parser("bind", help="let a speaker speak with a designed voice")
    bind.add_argument("speaker", help="reply, character, character:ID, quest, notice or system")
    bind.add_argument("voice", help="id or name")
    bind.add_argument("--language", choices=LANGUAGES, default="")
    unbind = actions.add_parser("unbind", help="let a speaker speak with the provider's voice")
    unbind.add_argument("speaker")
    unbind.add_argument("--language", choices=LANGUAGES, default="")
    before = actions.add_parser("prefetch", help="have the fixed phrases spoken into the cache")
    before.add_argument("--yes", action="store_true", help="agree to the price")
    delete = actions.add_parser("delete", help="delete a designed voice, here and at the service")
    delete.add_argument("voice", help="id or name")
    delete.add_argument("--only-here", action="store_true", help="leave it at the service")


def run(arguments: argparse.Namespace) -> int:
    """Do one action; 0 when it was done, 1 when not, 3 when the price was not agreed to."""
    desk = open_desk()
    account = VoicesAccount(desk.folder, desk.secrets, desk.settings)
    try:
        return VoiceCounter(desk, account, arguments.json).do(arguments)
    except CompanionError as error:
        return desk.fail(error, as_json=arguments.json)


@dataclass(frozen=True, slots=True)
class VoiceCounter:
    """What the command does, with its settings and account given."""

    desk: SpeechDesk
    account: VoicesAccount
    as_json: bool

    def do(self, arguments: argparse.Namespace) -> int:
        """Do one action."""
        account, asked = self.account, arguments
        match asked.action:
            case "design":
                return self._design(asked)
            case "prefetch":
                return self._prefetch(agrees=asked.yes)
            case "keep":
                keep = adopt_voice if asked.remote else keep_voice
                self._tell(keep(account, asked.voice, asked.name))
            case "bind":
                self._tell(bind_voice(account, asked.speaker, asked.voice, asked.language))
            case "unbind":
                self._tell(unbind_voice(account, asked.speaker, asked.language))
            case "delete":
                self._tell(delete_voice(account, asked.voice, only_here=asked.only_here))
            case _:
                self._list(is_remote=getattr(asked, "remote", False))
        return 0

    def _list(self, *, is_remote: bool) -> None:
        book = asyncio.run(read_book(self.account))
        remote = asyncio.run(list_remote(self.account)) if is_remote else ()
        built_in = {name: list(a.voices) for name, a in SPEAKING.items() if a.voices}
        if self.as_json:
            rows = [{"id": v.id, "status": v.status, "created": v.created} for v in remote]
            print_json(_as_object(book) | {"built_in": built_in, "remote": rows})
            return
        for provider, names in built_in.items():
            print(f"{provider}: {', '.join(names)}")
        self._print(book)
        for voice in remote:
            print(f"{voice.id}  {voice.status}  {voice.created}")

    def _design(self, arguments: argparse.Namespace) -> int:
        language = arguments.language or self.desk.language
        preview = arguments.preview or PREVIEWS[language]
        model = arguments.model or self.desk.settings.qwen_audio_model
        design = VoiceDesign(arguments.describe, preview, arguments.prefix, model, language)
        check_design(design)
        offer = offer_of(asyncio.run(self.account.prices()), self.account.address, model)
        if not arguments.yes:
            price = "?" if offer.cost is None else f"{offer.cost:f}"
            self._say("speech.voices.price", price=price)
            return NOT_AGREED
        made: list[MadeVoice] = []
        book = asyncio.run(
            make_voice(self.account, design, offer, arguments.name, on_made=made.append)
        )
        self._changed(book)
        self._hear(made[0].preview, arguments.out)
        return 0

    def _hear(self, preview: bytes, out: Path | None) -> None:
        """Let the new voice be heard, or write its sound; the voice is kept in any case."""
        if not preview:
            return
        if out:
            write_atomically(out, wav_bytes(preview, RATE_HZ))
        elif not self.as_json:
            try:
                asyncio.run(play(preview, RATE_HZ, loudspeaker(self.desk.settings)))
            except CompanionError as error:
                self.desk.fail(error, as_json=False)

    def _prefetch(self, *, agrees: bool) -> int:
        done = prefetch(self.desk, agrees=agrees)
        key = "speech.voices.prefetched" if done.is_made else "speech.voices.prefetch_price"
        self._say(key, phrases=str(done.phrases), price=done.price)
        return 0 if done.is_made else NOT_AGREED

    def _tell(self, change: Coroutine[None, None, VoiceBook]) -> None:
        self._changed(asyncio.run(change))

    def _changed(self, book: VoiceBook) -> None:
        if self.as_json:
            print_json(_as_object(book))
        else:
            self._print(book)

    def _print(self, book: VoiceBook) -> None:
        if not book.voices:
            self._say("speech.voices.none")
        for voice in book.voices:
            name = voice.name or self.desk.texts.text("speech.voices.unnamed")
            print(f"{name}  {voice.id}  {voice.model}  {voice.region}  {voice.language}")
        for binding in book.bindings:
            spoken = book.find(binding.voice)
            name = spoken.name or spoken.id
            print(f"{binding.speaker} {binding.language}".strip(), "->", name)

    def _say(self, key: str, **values: str) -> None:
        sentence = self.desk.texts.text(key, **values)
        if self.as_json:
            print_json({"sentence": sentence} | values)
        else:
            print(sentence)


def _as_object(book: VoiceBook) -> dict[str, object]:
    import msgspec

    value: dict[str, object] = msgspec.to_builtins(book)
    return value


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--remote", action="store_true", help="ask the service as well")


def _design_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("describe", help="how the voice is to sound")
    parser.add_argument("--name", default="", help="keep it under this name")
    parser.add_argument("--preview", default="", help="what it says first")
    parser.add_argument("--prefix", default=PREFIX, help="small letters and digits of its id")
    parser.add_argument("--model", default="", help="that will speak it")
    parser.add_argument("--language", choices=LANGUAGES, default="")
    parser.add_argument("--out", type=Path, metavar="WAV", help="write the preview here")
    parser.add_argument("--yes", action="store_true", help="agree to the price")
