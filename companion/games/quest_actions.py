"""What a link that may act on quests offers beside reading them.

FTB Quests has no command that claims a reward or hands items in for a player, so the Minecraft
links do not implement this; features ask `actions_of` and leave their buttons out where it is None.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from companion.games.link import GamePlayer, Link


@runtime_checkable
class QuestActions(Protocol):
    """The game's own acts; each is one plain call of the game's loop and returns at once.

    None of them says whether it worked: whoever wants to know reads the progress afterwards.
    """

    def submit_task(self, player: GamePlayer | None, quest: int, task: int) -> None:
        """Hand in what one task asks for, as far as the player has it; tick a checkmark."""
        ...

    def claim_reward(self, player: GamePlayer | None, quest: int, reward: int) -> None:
        """Take a reward of a completed quest; of a choice only mark it as taken."""
        ...

    def give_choice(self, player: GamePlayer | None, quest: int, reward: int, option: int) -> None:
        """Give one of the things that a choice reward offers.

        Args:
            player: Who gets it.
            quest: Whose reward.
            reward: The choice reward, marked as taken before.
            option: Place in its table, from 0.
        """
        ...


def actions_of(link: Link) -> QuestActions | None:
    """The acts of a link; None for one that only reads."""
    return link if isinstance(link, QuestActions) else None


@runtime_checkable
class SimulatedPlay(Protocol):
    """A world in which nobody can walk, so that the link plays instead: the demo world.

    A plain call of the game's loop, like those above.
    """

    def play(self, player: GamePlayer | None, quest: int) -> int:
        """Do what the next goal of a quest asks for out in the world.

        Returns:
            The goal that was played for; 0 where only the quest book can move what is left.
        """
        ...
