"""The program behind the page of voices: one value that is shown, changed on the loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from companion.app.preview_player import PreviewPlayer
from companion.client.voices_state import Busy, Key, VoicesState, Wish
from companion.client.voices_view import design_of
from companion.language.phrase import phrase
from companion.speech.audio.devices import Speaker
from companion.speech.voices import keeping
from companion.speech.voices.account import VoicesAccount
from companion.speech.voices.buying import make_voice, sample_voice
from companion.speech.voices.design_request import MadeVoice
from companion.speech.voices.offer import Offer, Step, offer_of
from companion.speech.voices.vendor import RemoteVoice
from companion.speech.voices.voice_book import Binding
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError, Failure
from companion.support.loops import LoopThread, spawn
from companion.support.secrets import Secrets
from companion.support.settings import Settings
from companion.ui.pages.voices_desk import VoicesDesk

logger = logging.getLogger(__name__)

Changes = dict[str, Any]
"""Fields of a `VoicesState` and their new values."""
Deed = Callable[[VoicesAccount], Coroutine[Any, Any, Changes]]


@dataclass(frozen=True, slots=True)
class VoicesMeans:
    """What the page works with.

    Attributes:
        settings: Tells the settings of the moment. GUI thread.
        speaker: Gives the loudspeaker of settings; called on the loop.
        on_settings: Opens the settings at a page. GUI thread.
        clock: Tells the day, and the books their times.
    """

    settings: Callable[[], Settings]
    speaker: Callable[[Settings], Speaker]
    on_settings: Callable[[str], None]
    clock: Clock = field(default_factory=SystemClock)


class VoicesWork(VoicesDesk):
    """Does one thing at a time; every method returns at once. GUI thread.

    Every step of a deed has its own end (`speech/voices/account.py`), so none waits for ever.

    Args:
        folder: The player's configuration.
        secrets: Where the key is.
        loop: Does the work.
        means: See `VoicesMeans`.
    """

    def __init__(
        self,
        folder: Path,
        secrets: Secrets,
        loop: LoopThread,
        means: VoicesMeans,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._folder = folder
        self._secrets = secrets
        self._loop = loop
        self._means = means
        self._state = VoicesState()  # of the loop, like all below
        self._whose = ""
        self._doing: asyncio.Task[Changes] | None = None
        self._player = PreviewPlayer(means.speaker, self._tell)

    def look(self) -> None:
        """Read the book, the prices and whether there is a key. Nothing goes online."""
        self._loop.submit(self._looked(self._account()))

    def ask_service(self) -> None:
        """Have the service list its voices."""
        self._do(Busy.LISTING, _listed)

    def design(self, wish: Wish, agreed: Offer) -> None:
        """Make a voice with one request; a second wish meanwhile is none."""
        self._do(Busy.MAKING, lambda account: self._made(account, wish, agreed))

    def sample(self, voice: str, agreed: Decimal | None) -> None:
        """Have a kept voice say its sentence."""
        self._do(Busy.SAMPLING, lambda account: self._sampled(account, voice, agreed))

    def stop(self) -> None:
        """Stop what is under way, where it can be stopped."""
        self._loop.submit(self._stopped())

    def hear(self) -> None:
        """Play the sound at hand again, or stop it."""
        self._loop.submit(self._switch(self._means.settings()))

    def done(self) -> None:
        """The voice that was made is kept."""
        self._loop.submit(self._forget())

    def keep(self, voice: str, name: str) -> None:
        """Keep a voice under a name; one of the service is written down here."""
        self._do(Busy.KEEPING, lambda account: _kept(account, voice, name))

    def delete(self, voice: str, *, only_here: bool = False) -> None:
        """Delete a voice here and, unless it is to stay there, at the service."""
        self._do(Busy.DELETING, lambda account: self._deleted(account, voice, only_here=only_here))

    def bind(self, binding: Binding) -> None:
        """Let a speaker speak with a voice."""
        self._do(Busy.KEEPING, lambda account: _bound(account, binding))

    def unbind(self, speaker: str, language: str) -> None:
        """Let a speaker speak with the voice of the settings."""
        self._do(Busy.KEEPING, lambda account: _unbound(account, speaker, language))

    def open_settings(self) -> None:
        """Open the settings where the key goes."""
        self._means.on_settings("keys")

    def _account(self) -> VoicesAccount:
        settings = self._means.settings()
        return VoicesAccount(self._folder, self._secrets, settings, self._means.clock)

    def _do(self, busy: Busy, deed: Deed) -> None:
        self._loop.submit(self._done(busy, deed, self._account()))

    async def _done(self, busy: Busy, deed: Deed, account: VoicesAccount) -> None:
        """Do one thing, unless another is under way; what came of it is told in any case."""
        if self._state.busy is not Busy.NOTHING:
            return
        self._tell(busy=busy, reason=None, detail="", note=None)
        self._doing = spawn(deed(account), f"voices {busy}")
        changes: Changes = {}
        try:
            await asyncio.wait({self._doing})
            changes = self._came_of(busy, self._doing)
            if changes.get("reason") is Failure.SPEECH_OFFER_CHANGED:
                await self._offered(account)
        finally:
            self._tell(busy=Busy.NOTHING, step=None, **changes)

    def _came_of(self, busy: Busy, deed: asyncio.Task[Changes]) -> Changes:
        if deed.cancelled():
            if self._state.step is Step.SENT:
                return {"reason": Failure.SPEECH_VOICE_STOPPED}
            return {"note": phrase(f"ui.voices.stopped.{busy}")}
        error = deed.exception()
        if error is None:
            return deed.result()
        if isinstance(error, CompanionError):
            return {"reason": error.failure, "detail": error.detail}
        return {"reason": Failure.INTERNAL}

    async def _stopped(self) -> None:
        if self._doing is not None and self._state.can_stop:
            self._doing.cancel()

    def _tell(self, **changes: Any) -> None:
        """On the loop."""
        self._state = replace(self._state, **changes)
        self.told.emit(self._state)

    async def _looked(self, account: VoicesAccount) -> None:
        """Tell what is on disk first: the keyring may wait for a person."""
        try:
            await self._offered(account)
            book, whose = await keeping.read_book(account), str((await account.file()).path)
            if whose != self._whose:
                self._whose = whose
                await self._forget()
                self._tell(remote=None)
            self._tell(book=book, unread=None, unread_detail="")
            self._tell(key=Key.THERE if await account.has_key() else Key.MISSING)
        except CompanionError as error:
            self._tell(unread=error.failure, unread_detail=error.detail)

    async def _offered(self, account: VoicesAccount) -> None:
        """Tell what the next voice costs; voices of another region are no longer listed."""
        prices, before = await account.prices(), self._state.offer
        offer = offer_of(prices, account.address, account.settings.qwen_audio_model)
        remote = self._state.remote if before and before.address == offer.address else None
        self._tell(offer=offer, prices=prices, remote=remote)

    async def _made(self, account: VoicesAccount, wish: Wish, agreed: Offer) -> Changes:
        made: list[MadeVoice] = []

        def hear(voice: MadeVoice) -> None:
            made.append(voice)
            self._player.take(voice.id, voice.preview)
            self._player.play(account.settings)

        design = design_of(wish, agreed.model)
        tell = self._tell
        book = await make_voice(
            account, design, agreed, wish.name, lambda step: tell(step=step), hear
        )
        remote = self._state.remote
        if remote is not None:
            remote = (*remote, RemoteVoice(made[0].id, "OK", ""))
        return {"book": book, "made": made[0].id, "remote": remote}

    async def _sampled(self, account: VoicesAccount, voice: str, agreed: Decimal | None) -> Changes:
        book = await keeping.read_book(account)
        sound = await sample_voice(account, book.find(voice), agreed)
        self._player.take(voice, sound)
        self._player.play(account.settings)
        return {}

    async def _deleted(self, account: VoicesAccount, voice: str, *, only_here: bool) -> Changes:
        book = await keeping.delete_voice(account, voice, only_here=only_here)
        changes: Changes = {"book": book}
        if self._state.remote is not None and not only_here:
            changes["remote"] = tuple(one for one in self._state.remote if one.id != voice)
        if self._state.made == voice:
            changes["made"] = ""
        self._player.forget(voice)
        return changes

    async def _switch(self, settings: Settings) -> None:
        self._player.switch(settings)

    async def _forget(self) -> None:
        self._player.forget()
        self._tell(made="")


async def _listed(account: VoicesAccount) -> Changes:
    return {"remote": await keeping.list_remote(account)}


async def _kept(account: VoicesAccount, voice: str, name: str) -> Changes:
    known = any(one.id == voice for one in (await keeping.read_book(account)).voices)
    keep = keeping.keep_voice if known else keeping.adopt_voice
    return {"book": await keep(account, voice, name)}


async def _bound(account: VoicesAccount, binding: Binding) -> Changes:
    wanted = (binding.speaker, binding.voice, binding.language)
    return {"book": await keeping.bind_voice(account, *wanted)}


async def _unbound(account: VoicesAccount, speaker: str, language: str) -> Changes:
    return {"book": await keeping.unbind_voice(account, speaker, language)}
