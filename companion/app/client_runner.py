"""The client behind the window: begun from the settings of the moment, anew, and ended in time."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from companion.app.parts import Devices, chosen_engine, client_parts, real_devices
from companion.app.session import Session
from companion.client.parts import ClientParts
from companion.support.loops import LoopThread
from companion.support.secrets import Secrets
from companion.support.settings import Settings

logger = logging.getLogger(__name__)

STOP_DEADLINE_S = 3.0
"""For the client with its engine, ears and voice."""
LOOP_DEADLINE_S = 1.0
"""For what is left of the loop."""


class ClientRunner:
    """Begins and ends the session's clients on their loop. GUI thread.

    Args:
        loop: Theirs.
        session: Takes the interface from one client to the next.
        settings: Those of the moment.
        secrets: Where keys are.
        folder: The player's configuration.
        make_devices: Gives microphone and speaker for each client; None the computer's own.
    """

    def __init__(
        self,
        loop: LoopThread,
        session: Session,
        settings: Callable[[], Settings],
        secrets: Secrets,
        folder: Path,
        make_devices: Callable[[], Devices] | None = None,
    ) -> None:
        self._loop = loop
        self._session = session
        self._settings = settings
        self._secrets = secrets
        self._folder = folder
        self._make_devices = make_devices

    def restart(self) -> None:
        """End the client that runs, if one does, and begin one of the present settings."""
        self._loop.submit(self._session.run(self._make_parts))

    def devices_of(self, settings: Settings) -> Devices:
        """Microphone and speaker as these settings choose them."""
        return self._make_devices() if self._make_devices else real_devices(settings)

    def end(self) -> bool:
        """End the client and the loop; each has a deadline.

        Returns:
            Whether both ended. What hangs in the system's hands would keep the process alive.
        """
        return not self._loop.is_running or (self._client_ended() and self._loop_ended())

    def _make_parts(self) -> ClientParts:
        settings = self._settings()
        devices = self.devices_of(settings)
        at = chosen_engine(settings, self._secrets, self._folder)
        return client_parts(settings, self._secrets, devices, at=at)

    def _client_ended(self) -> bool:
        try:
            self._loop.submit(self._session.stop()).result(STOP_DEADLINE_S)
        except TimeoutError:
            logger.error("the client did not end in time")
            return False
        return True

    def _loop_ended(self) -> bool:
        try:
            self._loop.stop(LOOP_DEADLINE_S)
        except TimeoutError as error:
            logger.error("not everything ended in time: %s", error)
            return False
        return True
