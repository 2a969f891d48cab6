"""The demo's player: holds the key, speaks, lets go, and waits for the answer. Loop thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.app.session import Session
from companion.client.state import ClientState, Phase
from companion.client.turn import TurnRecord
from companion.commands.demo.photographer import Photographer
from companion.commands.demo.report import TurnReport, faults_of, stage_times
from companion.commands.demo.script import Line
from companion.speech.audio.wav import WavMicrophone, WavSpeaker, wav_bytes
from companion.speech.events import LISTEN_RATE_HZ
from companion.support.atomic import write_atomically

SAID_DEADLINE_S = 60.0
ANSWER_DEADLINE_S = 30.0
REACTION_S = 0.2
"""How long a person waits between pressing and speaking, and between speaking and letting go."""
BUDGET_S = 46.0
"""The last turn begins early enough for this: the demo ends within 60 s."""
SHORT_TURN_S = 6.0
"""What a turn with a short answer takes; kept free for each turn that follows."""
LEAST_PATIENCE_S = 3.0


@dataclass(slots=True)
class Player:
    """Plays one line at a time.

    Attributes:
        records: Filled by the session's `on_turn`.
        state: The newest snapshot, filled by the session's `on_state`.
    """

    session: Session
    microphone: WavMicrophone
    speaker: WavSpeaker
    photographer: Photographer
    folder: Path
    records: asyncio.Queue[TurnRecord] = field(default_factory=asyncio.Queue)
    state: ClientState = field(default_factory=ClientState)
    _on_speaking: Callable[[], None] | None = None
    _patience_s: float = BUDGET_S
    _patience: asyncio.TimerHandle | None = None
    _begun: list[str] = field(default_factory=list)

    def see(self, state: ClientState) -> None:
        """Take a snapshot."""
        self.state = state
        if state.voice.phase is not Phase.SPEAKING:
            return
        if self._patience is None:
            loop = asyncio.get_running_loop()
            self._patience = loop.call_later(self._patience_s, self.session.cancel)
        if state.voice.words and state.voice.words not in self._begun:
            self._begun.append(state.voice.words)
        if self._on_speaking:
            speaking, self._on_speaking = self._on_speaking, None
            speaking()

    def hurry(self, elapsed_s: float, turns_after: int) -> None:
        """Listen to the next answer as long as time allows: to its end, unless time runs out.

        Args:
            elapsed_s: Since the demo began.
            turns_after: How many turns follow that one.
        """
        free_s = BUDGET_S - elapsed_s - turns_after * SHORT_TURN_S
        self._patience_s = max(LEAST_PATIENCE_S, free_s)

    async def play(self, number: int, line: Line, pcm: bytes) -> TurnReport:
        """Say one line and wait until nothing of the answer follows any more."""
        files = {kind: f"turn{number}-{kind}{end}" for kind, end in FILES.items()}
        self._forget_the_last_turn()
        self._picture_while_speaking(files)
        self.session.talk_down()
        await asyncio.sleep(REACTION_S)
        self.microphone.say(pcm)
        await asyncio.to_thread(self.microphone.said, SAID_DEADLINE_S)
        await asyncio.sleep(REACTION_S)
        self.session.talk_up()
        record = await self._answer()
        await self._picture(files)
        voice, rate_hz = self.speaker.take()
        await self._keep(files, pcm, wav_bytes(voice, rate_hz))
        return self._reported(line, record, voice, files)

    def _forget_the_last_turn(self) -> None:
        if self._patience:
            self._patience.cancel()
        self._patience = None
        self._begun.clear()
        self.speaker.take()
        while not self.records.empty():
            self.records.get_nowait()

    async def _answer(self) -> TurnRecord | None:
        """Hear the answer to its end, or as long as the player's patience lasts."""
        try:
            async with asyncio.timeout(ANSWER_DEADLINE_S):
                return await self.records.get()
        except TimeoutError:
            self.session.cancel()
            return None

    def _picture_while_speaking(self, files: dict[str, str]) -> None:
        wanted = {kind: self.folder / files[kind] for kind in SPEAKING}

        def take() -> None:
            self.photographer.take(wanted)

        self._on_speaking = take

    async def _picture(self, files: dict[str, str]) -> None:
        missing = SPEAKING if self._on_speaking else ()  # nothing was said
        self._on_speaking = None
        wanted = {kind: self.folder / files[kind] for kind in ("window", *missing)}
        await asyncio.wrap_future(self.photographer.take(wanted))

    async def _keep(self, files: dict[str, str], pcm: bytes, voice: bytes) -> None:
        player = wav_bytes(pcm, LISTEN_RATE_HZ)
        await asyncio.to_thread(write_atomically, self.folder / files["player"], player)
        await asyncio.to_thread(write_atomically, self.folder / files["voice"], voice)

    def _reported(
        self, line: Line, record: TurnRecord | None, voice: bytes, files: dict[str, str]
    ) -> TurnReport:
        return TurnReport(
            said=line.said,
            heard=record.heard if record else "",
            action=record.action if record else "",
            card=self._front_template(),
            spoken=self._spoken(record),
            stages=stage_times(record.stages if record else None),
            files=files,
            faults=faults_of(line, record, voice),
        )

    def _spoken(self, record: TurnRecord | None) -> str:
        """What was said aloud; of an answer that was cut short, the sentences that had begun."""
        if record is None:
            return ""
        said = [sentence for sentence in record.spoken if sentence in self._begun]
        return ("" if self.state.locale.startswith("zh") else " ").join(said)

    def _front_template(self) -> str:
        front = self.state.front
        card = self.state.card(front) if front else None
        return card.data.build_card().template if card else ""


FILES = {
    "player": ".wav",
    "voice": ".wav",
    "window": ".png",
    "overlay": ".png",
    "scene": ".png",
}
SPEAKING = ("overlay", "scene")
"""Pictures that are taken while the answer is spoken."""
