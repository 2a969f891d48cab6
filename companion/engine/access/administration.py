"""The `/system` commands that give and take: typed in the game or at the console.

Other words after `/system` are not ours: `run` returns None for them. To add a command: a line in
`_COMMANDS` with its method, and its texts in `resources/translations/<locale>/access.json`. One of
another room comes as an `Order`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from companion.engine.access.ai_access import AiLevels
from companion.engine.access.binding import Baseline, Bindings, Granted
from companion.engine.access.devices import Device, Devices
from companion.engine.access.identity import Executor, PlayerId
from companion.engine.access.levels import AiLevel
from companion.engine.access.operators import require_administration
from companion.engine.access.target import target
from companion.language.phrase import Phrase, phrase
from companion.support.errors import CompanionError, Failure

DEFAULT = "default"
Lines = tuple[Phrase, ...]


class World(Protocol):
    """What the commands need of the engine around them."""

    def online(self) -> Sequence[PlayerId]:
        """Players in the game now."""
        ...

    def systems(self) -> Sequence[str]:
        """Ids of the systems that the world defines."""
        ...

    def baseline(self, player: UUID) -> Baseline | None:
        """Notes what the player has achieved before the binding (BIND-008)."""
        ...

    def close(self, device: UUID) -> None:
        """End the connections of a device that was revoked."""
        ...

    async def reload(self) -> Lines:
        """Read configuration and resources again."""
        ...

    async def pair(self, code: str, player: PlayerId) -> None:
        """Take a pairing code that a player typed.

        Raises:
            CompanionError: It is wrong, or pairing goes another way here.
        """
        ...


@dataclass(frozen=True, slots=True)
class Order:
    """A command of another room (MOD-065).

    Attributes:
        run: Judges who orders it, then does it.
        suggests: What may come next after these words; operators' names are theirs to see.
        for_all: Whether everybody has it.
    """

    run: Callable[[Executor, Sequence[str]], Awaitable[Lines]]
    suggests: Callable[[Sequence[str]], Sequence[str]] = lambda _: ()
    for_all: bool = False


class Administration:
    """Runs the commands. On the engine's loop."""

    def __init__(
        self,
        world: World,
        bindings: Bindings,
        levels: AiLevels,
        devices: Devices,
        more: Mapping[str, Order] = {},
    ) -> None:
        """Store what is given.

        Raises:
            ValueError: A further command has the name of one that is here.
        """
        if taken := _COMMANDS.keys() & more.keys():
            raise ValueError(f"commands that exist already: {sorted(taken)}")
        self._more = more
        self._world = world
        self._bindings = bindings
        self._levels = levels
        self._devices = devices

    async def run(self, executor: Executor, line: str) -> Lines | None:
        """Run what stands after `/system`.

        Returns:
            What to tell the executor alone; None when the first word is no command of these.

        Raises:
            CompanionError: With the reason to tell.
        """
        name, *words = line.split() or [""]
        if further := self._more.get(name.casefold()):
            return await further.run(executor, words)
        command = _COMMANDS.get(name.casefold())
        return await command(self, executor, words) if command else None

    def complete(self, executor: Executor, line: str) -> tuple[str, ...]:
        """Suggest the word that is being typed at the end of a line.

        Nothing but the commands that everybody has is suggested to those who may not administer.
        """
        *before, last = line.split(" ")
        words = [word.casefold() for word in before if word]
        found = self._suggestions(words, administers=_may_administer(executor))
        return tuple(word for word in found if word.casefold().startswith(last.casefold()))

    async def _grant(self, executor: Executor, words: Sequence[str]) -> Lines:
        require_administration(executor)
        if not words:
            raise CompanionError(Failure.SYSTEM_UNKNOWN, "?")
        player = self._target(executor, words[1:])
        baseline = self._world.baseline(player.id)
        granted = await self._bindings.grant(player.id, words[0], baseline)
        if granted is Granted.ALREADY:
            return (phrase("access.already", player=player.name, system=words[0]),)
        return (phrase("access.granted", player=player.name, system=words[0]),)

    async def _revoke(self, executor: Executor, words: Sequence[str]) -> Lines:
        require_administration(executor)
        player = self._target(executor, words)
        await self._bindings.revoke(player.id)
        return (phrase("access.revoked", player=player.name), phrase("access.not_undone"))

    async def _reset(self, executor: Executor, words: Sequence[str]) -> Lines:
        require_administration(executor)
        player = self._target(executor, words)
        await self._bindings.reset(player.id)
        told = phrase("access.reset", player=player.name)
        return (told, phrase("access.not_undone"), phrase("access.old_data"))

    async def _ai(self, executor: Executor, words: Sequence[str]) -> Lines:
        require_administration(executor)
        if words[:1] == [DEFAULT]:
            return await self._ai_default(words[1:])
        player = self._player(executor, words[:1])
        if len(words) > 1:
            chosen = None if words[1] == DEFAULT else _level(words[1])
            await self._levels.set(player.id, chosen)
        return (phrase("access.ai", player=player.name, level=self._levels.of(player.id)),)

    async def _ai_default(self, words: Sequence[str]) -> Lines:
        if words:
            await self._levels.set_default(_level(words[0]))
        return (phrase("access.ai_default", level=self._levels.default),)

    async def _list_devices(self, executor: Executor, words: Sequence[str]) -> Lines:
        player = self._owner(executor, words)
        devices = self._devices.of(player.id)
        if not devices:
            return (phrase("access.no_devices", player=player.name),)
        return tuple(
            phrase("access.device", number=number, name=device.name or "?")
            for number, device in enumerate(devices, 1)
        )

    async def _unpair(self, executor: Executor, words: Sequence[str]) -> Lines:
        player = self._owner(executor, words[1:])
        for device in _numbered(self._devices.of(player.id), words[:1]):
            self._world.close(device.id)
            await self._devices.revoke(device.id)
        return (phrase("access.unpaired", player=player.name),)

    async def _pair(self, executor: Executor, words: Sequence[str]) -> Lines:
        if executor.player is None or not words:
            raise CompanionError(Failure.PAIRING_CODE_WRONG)
        await self._world.pair(words[0], executor.player)
        return (phrase("access.paired"),)

    async def _reload(self, executor: Executor, _: Sequence[str]) -> Lines:
        require_administration(executor)
        return await self._world.reload()

    def find(self, executor: Executor, words: Sequence[str]) -> PlayerId:
        """The player whom words name, who need not be there when an id does; else the executor.

        Raises:
            CompanionError: See `target`.
        """
        return self._player(executor, words) if words else self._target(executor, ())

    def _target(self, executor: Executor, words: Sequence[str]) -> PlayerId:
        return target(executor, " ".join(words), self._world.online())

    def _player(self, executor: Executor, words: Sequence[str]) -> PlayerId:
        """A player who need not be there when an id names them."""
        try:
            return PlayerId(UUID(words[0]), words[0])
        except (IndexError, ValueError):
            return self._target(executor, words)

    def _owner(self, executor: Executor, words: Sequence[str]) -> PlayerId:
        """Whose devices: one's own, or with the right to it anybody's."""
        if words:
            require_administration(executor)
        return self.find(executor, words)

    def _suggestions(self, before: Sequence[str], *, administers: bool) -> Sequence[str]:
        if not before:
            further = (name for name, order in self._more.items() if administers or order.for_all)
            return (*(_COMMANDS if administers else _FOR_ALL), *further)
        if (order := self._more.get(before[0])) and administers:
            return order.suggests(before[1:])
        names = tuple(player.name for player in self._world.online())
        levels = tuple(AiLevel)
        match before if administers else []:
            case ["grant"]:
                return self._world.systems()
            case ["grant", _] | ["revoke"] | ["reset"] | ["devices"] | ["unpair", _]:
                return names
            case ["ai"]:
                return (DEFAULT, *names)
            case ["ai", name]:
                return levels if name == DEFAULT else (*levels, DEFAULT)
            case _:
                return ()


_Command = Callable[[Administration, Executor, Sequence[str]], Awaitable[Lines]]
_COMMANDS: dict[str, _Command] = {
    "grant": Administration._grant,
    "revoke": Administration._revoke,
    "reset": Administration._reset,
    "ai": Administration._ai,
    "devices": Administration._list_devices,
    "unpair": Administration._unpair,
    "pair": Administration._pair,
    "reload": Administration._reload,
}
_FOR_ALL = ("devices", "unpair", "pair")


def _may_administer(executor: Executor) -> bool:
    try:
        require_administration(executor)
    except CompanionError:
        return False
    return True


def _level(word: str) -> AiLevel:
    try:
        return AiLevel(word.casefold())
    except ValueError:
        raise CompanionError(Failure.AI_LEVEL_UNKNOWN, word[:32]) from None


def _numbered(devices: Sequence[Device], words: Sequence[str]) -> Sequence[Device]:
    """The device of a number in the list, or `all` of them."""
    if words == ["all"]:
        return devices
    try:
        number = int(words[0])
        if number < 1:
            raise ValueError(number)
        return (devices[number - 1],)
    except (IndexError, ValueError):
        raise CompanionError(Failure.DEVICE_UNKNOWN) from None
