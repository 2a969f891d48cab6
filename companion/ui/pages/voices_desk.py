"""What the page of voices asks of the program: the book, the service, the loudspeaker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from decimal import Decimal

    from companion.client.voices_state import Wish
    from companion.speech.voices.offer import Offer
    from companion.speech.voices.voice_book import Binding


class VoicesDesk(QObject):
    """Every method returns at once; `told` answers, emitted on any thread, heard on the GUI's.

    This one does nothing: for pictures, and for windows without a program behind them.
    """

    told = Signal(object)
    """A `VoicesState`."""

    def look(self) -> None:
        """Read the book, the prices and whether there is a key. Nothing goes online."""

    def ask_service(self) -> None:
        """Have the service list its voices; nothing is paid for."""

    def design(self, wish: Wish, agreed: Offer) -> None:
        """Make a voice: exactly one paid request. Its preview is heard at once.

        Args:
            wish: What is to be made.
            agreed: What the player was told it costs.
        """

    def sample(self, voice: str, agreed: Decimal | None) -> None:
        """Have a kept voice say its sentence: at the most one paid request.

        Args:
            voice: Its id.
            agreed: What the player was told it costs; None for what has no price.
        """

    def stop(self) -> None:
        """Stop what is under way, where it can be stopped."""

    def hear(self) -> None:
        """Play the sound at hand again, or stop it; nothing is sent."""

    def done(self) -> None:
        """The voice that was made is kept; its preview is forgotten."""

    def keep(self, voice: str, name: str) -> None:
        """Keep a voice under a name; one of the service is written down here."""

    def delete(self, voice: str, *, only_here: bool = False) -> None:
        """Delete a voice here and, unless it is to stay there, at the service."""

    def bind(self, binding: Binding) -> None:
        """Let a speaker speak with a voice, from the next sentence on."""

    def unbind(self, speaker: str, language: str) -> None:
        """Let a speaker speak with the voice of the settings."""

    def open_settings(self) -> None:
        """Open the settings where the key goes."""
