"""Starter gifts in one card: what they give together, and nothing of their names (QUEST-066)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from companion.engine.answer import Answer
from companion.engine.quest_views.gifts import summed, summed_items
from companion.engine.quest_views.reader import QuestReader
from companion.engine.quest_views.scene import Scene
from companion.engine.quest_views.wording import counted, joined, several, title_of
from companion.games.quest_book import Quest, quest_id_text
from companion.language.phrase import Phrase, phrase
from companion.protocol.cards.builder import CardButton, ServerAction
from companion.protocol.cards.icon import QuestIconOutput
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.starter_gifts import GiftGroup, StarterGiftOutput

CLAIM_GIFTS_ACTION = "system:starter_gift_claim"
MOST_GROUPS = 50
"""References that fit one argument of a button."""
SPOKEN_ITEMS = 3

_NAMES = {
    "xp": {"en": "Experience", "zh": "经验"},
    "xp_levels": {"en": "Experience levels", "zh": "经验等级"},
}


def gifts_answer(
    scene: Scene,
    language: str,
    give: Callable[[int], str] | None,
    failed: Collection[int] = (),
) -> Answer:
    """All gifts that can be taken now; a sentence where there is none."""
    gifts = QuestReader(scene.standing).available_starter_gifts()[:MOST_GROUPS]
    if not gifts:
        nothing = phrase("engine.gifts.none")
        return Answer(nothing, (nothing,))
    card = gift_card(gifts, language, give, failed)
    return Answer(card.spoken[0], card=card)


def gift_card(
    gifts: Sequence[Quest],
    language: str,
    give: Callable[[int], str] | None,
    failed: Collection[int] = (),
) -> StarterGiftOutput:
    """The card of some gifts.

    Args:
        gifts: At least one.
        language: `zh` or `en`.
        give: Makes a gift's reference; None where the link cannot act.
        failed: Gifts that could not be taken the last time.
    """
    groups = tuple(
        GiftGroup(
            quest_id_text(quest.id),
            give(quest.id) if give else "",
            phrase("engine.gifts.failed") if quest.id in failed else Phrase(),
        )
        for quest in gifts
    )
    return StarterGiftOutput(
        items=tuple(_tile(item.item, item.name, n) for item, n in summed_items(gifts)),
        groups=groups,
        icons=tuple(_icons(gifts, language)),
        spoken=_spoken(gifts, language, can_act=give is not None),
        actions=(_claim_all(groups),) if give else (),
    )


def _tile(item: str, name: str, count: int) -> ItemPreview:
    return ItemPreview(item, title_of(name), count)


def _icons(gifts: Sequence[Quest], language: str) -> list[QuestIconOutput]:
    sums = [(kind, names[language], summed(gifts, kind)) for kind, names in _NAMES.items()]
    return [
        QuestIconOutput(f"ftbquests:{kind}", name, str(count))
        for kind, name, count in sums
        if count
    ]


def _claim_all(groups: Sequence[GiftGroup]) -> CardButton:
    refs = ",".join(group.claim_ref for group in groups)
    return CardButton(
        "claim_all",
        phrase("button.gifts.claim"),
        ServerAction(CLAIM_GIFTS_ACTION, {"refs": refs}),
        primary=True,
    )


def _spoken(gifts: Sequence[Quest], language: str, *, can_act: bool) -> tuple[Phrase, ...]:
    items = summed_items(gifts)
    names = [counted(count, goods.name, language) for goods, count in items[:SPOKEN_ITEMS]]
    more = () if len(items) <= SPOKEN_ITEMS else (phrase("engine.gifts.and_more"),)
    how = phrase("engine.gifts.claim" if can_act else "engine.gifts.in_book")
    return (
        several("engine.gifts.wait", len(gifts)),
        phrase("engine.gifts.items", items=joined(names, language)),
        *more,
        how,
    )
