"""Bench: the stage clock of spoken turns through the real ears, engine and voice.

Sound is fed without waiting for real time, and each answer is silenced at its first sound. *own* is
what a turn costs without recogniser, synthesiser and sound device (`client/stage_clock.py`). Peers
of the same run: a bare WebSocket echo beside our request and answer.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from dataclasses import dataclass, field

from companion.app.parts import Devices, client_parts
from companion.app.session import Session
from companion.client import status
from companion.client.state import ClientState, Phase, Stages
from companion.client.turn import TurnRecord
from companion.commands.bench.figure import Figure
from companion.commands.bench.instant_sound import InstantMicrophone
from companion.speech.audio.resample import converted
from companion.speech.audio.wav import WavSpeaker
from companion.speech.ears import MIN_HOLD_S
from companion.speech.events import LISTEN_RATE_HZ, Synthesize
from companion.support.errors import CompanionError, Failure
from companion.support.loops import LoopThread
from companion.support.secrets import NoStore, Secrets
from companion.support.settings import Settings

TURNS = 50
FULL_TURNS = 200
BUDGET_S = 40.0
"""No turn begins later than this (five times later with `--full`), so that the bench ends."""
OWN_GOAL_MS = 60.0
READY_DEADLINE_S = 60.0
TURN_DEADLINE_S = 20.0
SENTENCES = ("Show my quests.", "Next page.", "Open the second one.", "Go back.", "Help.")
ECHOES = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--turns", type=int, default=0, help=f"how many; {TURNS} by default")


def figures(arguments: argparse.Namespace) -> tuple[Figure, ...]:
    """Play the turns and sum them up."""
    turns = arguments.turns or (FULL_TURNS if arguments.full else TURNS)
    loop = LoopThread("client-io")
    loop.start()
    try:
        budget_s = BUDGET_S * (5 if arguments.full else 1)
        return loop.submit(_measure(loop, turns, budget_s)).result()
    finally:
        loop.stop(30)


@dataclass(slots=True)
class _Rig:
    """The running client and what it reports. Loop thread."""

    microphone: InstantMicrophone = field(default_factory=InstantMicrophone)
    speaker: WavSpeaker = field(default_factory=WavSpeaker)
    records: asyncio.Queue[TurnRecord] = field(default_factory=asyncio.Queue)
    state: ClientState = field(default_factory=ClientState)
    session: Session = field(init=False)

    def see(self, state: ClientState) -> None:
        """Take a snapshot; an answer that is being heard has been measured."""
        self.state = state
        if state.voice.phase is Phase.SPEAKING and state.voice.words:
            self.session.cancel()


async def _measure(loop: LoopThread, turns: int, budget_s: float) -> tuple[Figure, ...]:
    rig = _Rig()
    rig.session = Session(rig.see, on_turn=rig.records.put_nowait)
    settings = Settings(recognizer="offline", synthesizer="offline")
    devices = Devices(lambda: rig.microphone, lambda: rig.speaker)
    secrets = Secrets({}, NoStore())
    await rig.session.run(lambda: client_parts(settings, secrets, devices))
    try:
        sounds = await _player_sounds()
        await _ready(rig)
        records = await _played(rig, sounds, turns, budget_s)
    finally:
        await rig.session.stop()
    echo_ms = await _bare_echo_ms()
    return _summed_up(records, turns, echo_ms)


async def _player_sounds() -> list[bytes]:
    from companion.speech.tts.offline import OfflineSynthesizer

    voice = OfflineSynthesizer()
    sounds = []
    for sentence in SENTENCES:
        chunks = [chunk async for chunk in voice.synthesize(Synthesize(sentence, "en"))]
        sounds.append(converted(b"".join(chunks), voice.rate_hz, LISTEN_RATE_HZ))
    await voice.close()
    return sounds


async def _ready(rig: _Rig) -> None:
    try:
        async with asyncio.timeout(READY_DEADLINE_S):
            while not status.is_ready_to_talk(rig.state.parts):  # noqa: ASYNC110 - states come by callback
                await asyncio.sleep(0.05)
    except TimeoutError as error:
        raise CompanionError(Failure.DEADLINE_EXCEEDED, "getting ready") from error


async def _played(
    rig: _Rig, sounds: list[bytes], turns: int, budget_s: float
) -> tuple[TurnRecord, ...]:
    records = []
    end = time.monotonic() + budget_s
    for number in range(turns):
        if time.monotonic() > end:
            break
        rig.session.talk_down()
        await asyncio.sleep(MIN_HOLD_S)
        await asyncio.to_thread(rig.microphone.say, sounds[number % len(sounds)])
        rig.session.talk_up()
        async with asyncio.timeout(TURN_DEADLINE_S):
            records.append(await rig.records.get())
    return tuple(records)


async def _bare_echo_ms() -> float:
    """Median round trip of one small frame over a bare WebSocket on loopback."""
    from websockets.asyncio.client import connect
    from websockets.asyncio.server import ServerConnection, serve

    async def echo(connection: ServerConnection) -> None:
        async for frame in connection:
            await connection.send(frame)

    times = []
    async with serve(echo, "127.0.0.1", 0, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", proxy=None, compression=None) as socket:
            for _ in range(ECHOES):
                began = time.perf_counter()
                await socket.send("x" * 140)
                await socket.recv()
                times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def _summed_up(records: tuple[TurnRecord, ...], wanted: int, echo_ms: float) -> tuple[Figure, ...]:
    good = [record for record in records if record.failure is None]
    found = [
        Figure("turns", len(records), "turns", wanted, "higher"),
        Figure("turns that failed", len(records) - len(good), "turns", 0),
    ]
    for name in Stages.__dataclass_fields__:
        values = sorted(v for r in good if (v := float(getattr(r.stages, name))) >= 0)
        found += _percentiles(name, values)
    asked = [
        r.stages.first_answer - r.stages.request_sent
        for r in good
        if r.action and r.stages.request_sent >= 0
    ]
    if asked:
        answer = statistics.median(asked)
        found.append(Figure("request to answer p50", round(answer, 2), "ms"))
        found.append(Figure("bare WebSocket echo p50", round(echo_ms, 2), "ms"))
        found.append(Figure("request to answer / bare echo", round(answer / echo_ms, 1), "ratio"))
    return tuple(found)


def _percentiles(name: str, values: list[float]) -> list[Figure]:
    if not values:
        return [Figure(f"{name} p50", None, "ms", note="not measured: the stage did not happen")]
    goal = OWN_GOAL_MS if name == "own" else None
    p95 = values[min(len(values) - 1, round(0.95 * (len(values) - 1)))]
    return [
        Figure(f"{name} p50", round(statistics.median(values), 2), "ms"),
        Figure(f"{name} p95", round(p95, 2), "ms", goal),
    ]
