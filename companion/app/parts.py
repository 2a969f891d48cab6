"""A client's parts, made from the settings: for the window, the demo and the benches alike."""

from __future__ import annotations

import logging
import platform
from dataclasses import dataclass
from pathlib import Path

from companion.app.speech_parts import VOICE_OFF, Devices, SpeechParts, nothing_played
from companion.cards.library import load_library
from companion.client.contributions.cache import Contributions
from companion.client.contributions.registry import ClientModules, with_extensions
from companion.client.embedded_engine import EmbeddedEngine
from companion.client.engine_source import EngineSource
from companion.client.parts import ClientParts
from companion.client.remote_engine import RemoteEngine
from companion.client.servers import read_servers
from companion.speech.audio.devices import Microphone, Speaker
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError
from companion.support.secrets import Secrets
from companion.support.settings import Settings

__all__ = ["Devices", "EngineChoice", "chosen_engine", "client_parts", "real_devices"]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """Which engine a client talks to.

    Attributes:
        server: Id of the server; empty for the embedded engine.
    """

    engine: EngineSource
    server: str = ""


def chosen_engine(
    settings: Settings, secrets: Secrets, folder: Path, clock: Clock | None = None
) -> EngineChoice:
    """The engine that the player chose on the connection page. Blocks on the disk, shortly.

    A list of servers that cannot be read leaves the embedded engine.
    """
    from companion.speech.ledger.accounts import read_accounts

    try:
        server = read_servers(folder).in_use()
        account = read_accounts(folder).current if server else None
    except CompanionError as error:
        logger.warning("the embedded engine is used: %s", error)
        server = account = None
    if server is None or account is None:
        embedded = EmbeddedEngine(settings.instance, settings.locale, clock or SystemClock())
        return EngineChoice(embedded)
    return EngineChoice(RemoteEngine(server, account, secrets), str(server.id))


def real_devices(settings: Settings | None = None) -> Devices:
    """The computer's microphone and speaker; PortAudio is loaded when they open."""
    wanted = settings or Settings()

    def microphone() -> Microphone:
        from companion.speech.audio.capture import SoundDeviceMicrophone

        return SoundDeviceMicrophone(wanted.microphones)

    def speaker() -> Speaker:
        from companion.speech.audio.playback import SoundDeviceSpeaker

        return SoundDeviceSpeaker(wanted.speakers, played=played if wanted.hands_free else None)

    played = nothing_played()
    return Devices(microphone, speaker, played)


def client_parts(
    settings: Settings,
    secrets: Secrets,
    devices: Devices,
    clock: Clock | None = None,
    at: EngineChoice | None = None,
) -> ClientParts:
    """Put a client's parts together. On the loop: it imports what is slow to import.

    Nothing is opened, loaded or asked of the keyring before the client starts.

    Args:
        settings: The player's.
        secrets: The player's.
        devices: Where sound comes from and goes to.
        clock: The computer's when None.
        at: Which engine; a new embedded one when None.
    """
    clock = clock or SystemClock()
    at = at or EngineChoice(EmbeddedEngine(settings.instance, settings.locale, clock))
    speech = SpeechParts(settings, secrets, devices, clock)
    return ClientParts(
        ears=speech.ears,
        mouth=speech.mouth(),
        tell_when_free=speech.tell_when_free,
        chain=None if settings.synthesizer == VOICE_OFF else speech,
        engine=at.engine,
        server=at.server,
        contributions=lambda: Contributions(with_extensions(ClientModules())),
        device=platform.node()[:64],
        library=load_library(settings.locale, settings.resource_packs),
        locale=settings.locale,
        send_on_release=settings.send_on_release,
        narration=settings.narration,
        clock=clock,
    )
