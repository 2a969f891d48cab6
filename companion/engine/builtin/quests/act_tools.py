"""Tools that change something: claiming, handing in, taking gifts. Only where the link can act."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from companion.engine.builtin.quests.acts import QuestActs
from companion.engine.builtin.quests.claim_refs import ClaimRefs
from companion.engine.services import Game
from companion.engine.shared_tools import (
    CLAIM,
    CLAIM_GIFTS,
    SUBMIT,
    Claim,
    Claimed,
    GiftClaim,
    GiftsClaimed,
    SubmissionResult,
    Submit,
)
from companion.engine.tools.tool import Tool, ToolCall, ToolRefusedError
from companion.games.quest_book import quest_id_text
from companion.games.quest_rules import claimable
from companion.support.errors import CompanionError, Failure

GIVEN_BY_THE_GAME = frozenset(
    {"item", "xp", "xp_levels", "choice", "random", "loot", "all_table", "advancement"}
)
"""Kinds that FTB Quests delivers itself; commands and kinds of other mods do what they do."""


@dataclass(frozen=True, slots=True)
class Hands:
    """What the writing tools share."""

    game: Game
    refs: ClaimRefs
    acts: QuestActs


def claim(hands: Hands) -> Tool[Claim, Claimed]:
    """Take one reward by its reference."""

    async def take(asked: Claim, call: ToolCall) -> Claimed:
        scene = await hands.game.scene(call)
        known = hands.refs.check(asked.ref, call.player, scene)
        waiting = claimable(scene.book, scene.progress, known.quest)
        reward = next((one for one in waiting if one.id == known.reward), None)
        if reward is None:
            raise ToolRefusedError(Failure.OUTDATED_CARD, "the reward does not wait")
        option = None if asked.option is msgspec.UNSET else asked.option
        taken = await hands.acts.claim(call, known.quest, reward, option)
        if taken:
            hands.refs.spend(asked.ref, call.player)
        return Claimed(quest_id_text(known.quest), taken, reward.kind in GIVEN_BY_THE_GAME)

    return Tool(CLAIM, take, writes=True)


def submit(hands: Hands) -> Tool[Submit, SubmissionResult]:
    """Hand in what one quest asks for."""

    async def hand_in(asked: Submit, call: ToolCall) -> SubmissionResult:
        scene = await hands.game.scene(call)
        quest = scene.quest(int(asked.quest, 16))
        if quest is None:
            raise ToolRefusedError(Failure.NOT_FOUND, asked.quest)
        done = await hands.acts.submit(call, quest, checkmark_only=asked.checkmark_only)
        return SubmissionResult(done.completed, done.changed)

    return Tool(SUBMIT, hand_in, writes=True)


def claim_gifts(hands: Hands) -> Tool[GiftClaim, GiftsClaimed]:
    """Take some gifts; whose they are is judged of all before the first is touched."""

    async def take(asked: GiftClaim, call: ToolCall) -> GiftsClaimed:
        for ref in asked.refs:
            hands.refs.look(ref, call.player)
        failed = [ref for ref in asked.refs if not await _is_taken(hands, ref, call)]
        return GiftsClaimed(tuple(failed))

    return Tool(CLAIM_GIFTS, take, writes=True)


async def _is_taken(hands: Hands, ref: str, call: ToolCall) -> bool:
    """One gift; what goes wrong with it costs no other."""
    try:
        scene = await hands.game.scene(call)
        known = hands.refs.check(ref, call.player, scene)
        quest = scene.book.quests[known.quest]
        taken = await hands.acts.take_gift(call, quest)
    except ToolRefusedError:
        return False
    except CompanionError as error:
        if error.failure is Failure.CANCELLED:
            raise
        return False
    if taken:
        hands.refs.spend(ref, call.player)
    return taken
