"""What buttons start: claiming, handing in, taking gifts. Never a model, never words alone."""

from __future__ import annotations

import msgspec

from companion.engine.answer import said
from companion.engine.builtin.quests.gift_card import CLAIM_GIFTS_ACTION
from companion.engine.builtin.quests.offers import CLAIM_ACTION, SUBMIT_ACTION
from companion.engine.execution.context import ExecutionContext
from companion.engine.execution.failures import AgentFailure
from companion.engine.execution.policy import ExecutionPolicy
from companion.engine.execution.result import AgentResult, error, succeeded
from companion.engine.execution.selection import Selection
from companion.engine.module import Action
from companion.engine.shared_tools import (
    CLAIM,
    CLAIM_GIFTS,
    DETAIL,
    STARTER_GIFTS,
    SUBMIT,
    Claim,
    GiftClaim,
    GiftQuery,
    OneQuest,
    Submit,
)
from companion.language.phrase import phrase
from companion.protocol.actions.quests import PressClaim, PressGifts, PressSubmit
from companion.protocol.cards.starter_gifts import StarterGiftOutput

NOT_RECORDED = "claim_not_recorded"
"""The game was asked and has not taken it down: nothing is promised about the reward."""

ACTING = ExecutionPolicy(model_calls=0, write_steps=1, ttl_millis=30_000)


async def claim(asked: PressClaim, context: ExecutionContext) -> AgentResult:
    """Take a reward; the quest is shown as it is then."""
    done = await context.tool(CLAIM, "claim", Claim(asked.ref, asked.option))
    if not done.taken:
        return error(AgentFailure(NOT_RECORDED, phrase("engine.claim.not_recorded")))
    shown = await context.tool(DETAIL, "open", OneQuest(done.quest))
    words = phrase("engine.claim.taken" if done.ours_to_tell else "engine.claim.recorded")
    return succeeded(words, spoken=(words,), cards=(shown.card,) if shown.card else ())


async def submit(asked: PressSubmit, context: ExecutionContext) -> AgentResult:
    """Hand in what the quest asks for, as far as the player has it."""
    done = await context.tool(SUBMIT, "submit", Submit(asked.quest, asked.checkmark_only))
    if done.completed:
        shown = await context.tool(DETAIL, "open", OneQuest(asked.quest))
        words = phrase("engine.submit.completed")
        return succeeded(words, spoken=(words,), cards=(shown.card,) if shown.card else ())
    return said(phrase("engine.submit.some" if done.changed else "engine.submit.nothing")).result


async def claim_gifts(asked: PressGifts, context: ExecutionContext) -> AgentResult:
    """Take gifts; only the card that lists them changes, nothing is said (QUEST-070)."""
    refs = tuple(ref for ref in asked.refs.split(",") if ref)
    done = await context.tool(CLAIM_GIFTS, "claim", GiftClaim(refs))
    shown = await context.tool(STARTER_GIFTS, "list", GiftQuery())
    card = _left(shown.card, has_failed=bool(done.failed))
    return succeeded(phrase("engine.gifts.taken"), cards=(card,)).silenced()


def _left(card: object, *, has_failed: bool) -> StarterGiftOutput:
    """What is still there; after some could not be taken, each with its reason."""
    if not isinstance(card, StarterGiftOutput):
        return StarterGiftOutput(items=(), groups=())
    if not has_failed:
        return card
    groups = tuple(
        msgspec.structs.replace(group, error=phrase("engine.gifts.failed")) for group in card.groups
    )
    return msgspec.structs.replace(card, groups=groups)


ACTIONS = (
    Action(
        CLAIM_ACTION,
        PressClaim,
        claim,
        description="Take a reward that a button names",
        needs=(CLAIM, DETAIL),
        selection=Selection.STRUCTURED_ONLY,
        policy=ACTING,
    ),
    Action(
        SUBMIT_ACTION,
        PressSubmit,
        submit,
        description="Hand in what a quest asks for",
        needs=(SUBMIT, DETAIL),
        selection=Selection.STRUCTURED_ONLY,
        policy=ACTING,
    ),
    Action(
        CLAIM_GIFTS_ACTION,
        PressGifts,
        claim_gifts,
        description="Take starter gifts that a button names",
        needs=(CLAIM_GIFTS, STARTER_GIFTS),
        selection=Selection.STRUCTURED_ONLY,
        policy=ACTING,
    ),
)
