"""From a stranger's message to a device: by a code shown in the game, or typed there."""

from __future__ import annotations

from uuid import UUID

import pytest

from companion.engine.access.devices import Devices
from companion.engine.access.pairing import PER_ADDRESS_AN_HOUR, CodesInCompanion, CodesInGame
from companion.engine.access.signon import SignOnByCommand, SignOnByName
from companion.protocol.signon import Pair, Pairing, PairingStep
from companion.support.errors import CompanionError, Failure
from tests.helpers.access_world import ALEX, STEVE, Codes, Disk, Game
from tests.helpers.clock import ManualClock

REQUEST, ATTEMPT = UUID(int=9), UUID(int=1)
HERE = "192.0.2.1"


class Rig:
    """Both ways to sign on, over one list of devices."""

    def __init__(self):
        self.clock = ManualClock()
        self.disk = Disk()
        self.devices = Devices(None, self.disk.write)
        self.game = Game(ALEX, STEVE)
        self.welcomed = []
        self.sent = []
        self.by_name = SignOnByName(
            CodesInGame(Codes()), self.devices, self.game, self.clock, self.welcome
        )
        self.by_command = SignOnByCommand(
            CodesInCompanion(Codes()),
            self.devices,
            self.clock,
            self.welcome,
            lambda attempt, message: self.sent.append((attempt, message)),
        )

    async def welcome(self, player):
        self.welcomed.append(player)
        if player == STEVE:
            raise CompanionError(Failure.SYSTEM_UNKNOWN, "gone")


@pytest.fixture
def rig():
    return Rig()


async def refused(failure, call):
    with pytest.raises(CompanionError) as caught:
        await call
    assert caught.value.failure is failure


@pytest.mark.behaviour("PROTO-060")
async def test_the_code_is_shown_to_the_named_player_alone_and_pairs_the_device(rig):
    shown = await rig.by_name.pair(ATTEMPT, Pair(REQUEST, player="alex"), HERE)
    assert shown == Pairing(REQUEST, PairingStep.ENTER_CODE, expires_s=120.0)
    assert list(rig.game.seen) == [ALEX.id]
    code = rig.game.seen[ALEX.id][0]
    paired = await rig.by_name.pair(ATTEMPT, Pair(REQUEST, code=code, device="laptop"), HERE)
    assert (paired.step, paired.player) == (PairingStep.PAIRED, ALEX.id)
    assert rig.devices.find(paired.token).name == "laptop"
    assert rig.welcomed == [ALEX]


async def test_the_code_never_travels_to_the_companion_that_asked(rig):
    shown = await rig.by_name.pair(ATTEMPT, Pair(REQUEST, player="Alex"), HERE)
    assert rig.game.seen[ALEX.id][0] not in str(vars_of(shown))


async def test_a_player_who_is_not_there_gets_no_code(rig):
    await refused(
        Failure.PLAYER_NOT_ONLINE, rig.by_name.pair(ATTEMPT, Pair(REQUEST, player="Eve"), HERE)
    )
    assert rig.game.seen == {}


async def test_asking_for_strangers_is_limited_before_the_game_is_asked(rig):
    for _ in range(PER_ADDRESS_AN_HOUR):
        with pytest.raises(CompanionError):
            await rig.by_name.pair(ATTEMPT, Pair(REQUEST, player="Eve"), HERE)
    call = rig.by_name.pair(ATTEMPT, Pair(REQUEST, player="Eve"), HERE)
    await refused(Failure.PAIRING_LIMITED, call)
    assert len(rig.game.looked_up) == PER_ADDRESS_AN_HOUR


async def test_a_wrong_code_pairs_nothing(rig):
    await rig.by_name.pair(ATTEMPT, Pair(REQUEST, player="Alex"), HERE)
    await refused(
        Failure.PAIRING_CODE_WRONG, rig.by_name.pair(ATTEMPT, Pair(REQUEST, code="999999"), HERE)
    )
    assert rig.devices.of(ALEX.id) == ()


async def test_a_code_runs_out_with_the_clock(rig):
    await rig.by_name.pair(ATTEMPT, Pair(REQUEST, player="Alex"), HERE)
    rig.clock.advance(120.0)
    code = rig.game.seen[ALEX.id][0]
    await refused(
        Failure.PAIRING_EXPIRED, rig.by_name.pair(ATTEMPT, Pair(REQUEST, code=code), HERE)
    )


async def test_a_binding_that_fails_leaves_the_device_paired(rig):
    await rig.by_name.pair(ATTEMPT, Pair(REQUEST, player="Steve"), HERE)
    code = rig.game.seen[STEVE.id][0]
    paired = await rig.by_name.pair(ATTEMPT, Pair(REQUEST, code=code), HERE)
    assert rig.devices.find(paired.token).player == STEVE.id


async def test_the_player_types_the_code_that_the_companion_shows(rig):
    shown = await rig.by_command.pair(ATTEMPT, Pair(REQUEST, device="phone"), HERE)
    assert (shown.step, shown.expires_s) == (PairingStep.TYPE_IN_GAME, 300.0)
    await rig.by_command.typed(f" {shown.code} ", ALEX)
    ((attempt, paired),) = rig.sent
    assert (attempt, paired.request, paired.player) == (ATTEMPT, REQUEST, ALEX.id)
    assert rig.devices.find(paired.token).name == "phone"


async def test_a_companion_that_left_is_not_paired(rig):
    shown = await rig.by_command.pair(ATTEMPT, Pair(REQUEST), HERE)
    rig.by_command.left(ATTEMPT)
    await refused(Failure.PAIRING_CODE_WRONG, rig.by_command.typed(shown.code, ALEX))
    assert rig.devices.of(ALEX.id) == ()


@pytest.mark.parametrize(
    ("way", "message"),
    [
        ("by_name", Pair(REQUEST)),
        ("by_command", Pair(REQUEST, player="Alex")),
        ("by_command", Pair(REQUEST, code="000101")),
    ],
    ids=["neither", "a name where none is needed", "a code where none is entered"],
)
async def test_a_step_that_does_not_belong_here_is_refused(rig, way, message):
    await refused(Failure.INVALID_INPUT, getattr(rig, way).pair(ATTEMPT, message, HERE))


async def test_no_log_line_holds_a_code_or_a_token(rig, caplog):
    caplog.set_level("DEBUG")
    await rig.by_name.pair(ATTEMPT, Pair(REQUEST, player="Alex"), HERE)
    code = rig.game.seen[ALEX.id][0]
    paired = await rig.by_name.pair(ATTEMPT, Pair(REQUEST, code=code), HERE)
    assert paired.token not in caplog.text + repr(paired)
    assert code not in caplog.text


def vars_of(message):
    return {name: getattr(message, name) for name in message.__struct_fields__}


async def test_a_connection_that_ends_takes_its_code_along(rig):
    await rig.by_name.pair(ATTEMPT, Pair(REQUEST, player="Alex"), HERE)
    rig.by_name.left(ATTEMPT)
    code = rig.game.seen[ALEX.id][0]
    await refused(
        Failure.PAIRING_EXPIRED, rig.by_name.pair(ATTEMPT, Pair(REQUEST, code=code), HERE)
    )
