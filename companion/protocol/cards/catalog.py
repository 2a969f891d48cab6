"""Every card type the wire knows. A new one: its file beside this one, and a member here."""

from __future__ import annotations

from companion.protocol.cards.help import HelpCard
from companion.protocol.cards.item_query import ItemQueryOutput
from companion.protocol.cards.item_sources import ItemSources
from companion.protocol.cards.lottery import (
    LotteryCatalogOutput,
    LotteryPoolOutput,
    LotteryPrizeOutput,
)
from companion.protocol.cards.message import MessageOutput, NarrationOutput
from companion.protocol.cards.passages import KnowledgeOutput, QuestGuideOutput
from companion.protocol.cards.player import PlayerSnapshotOutput
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestList
from companion.protocol.cards.quest_unlocked import QuestUnlockedOutput
from companion.protocol.cards.reward import InboxOutput, RewardOutput, SignInOutput
from companion.protocol.cards.selection import SelectionCard
from companion.protocol.cards.shop import ShopCatalogOutput, ShopQuoteOutput
from companion.protocol.cards.starter_gifts import StarterGiftOutput
from companion.protocol.cards.usage import UsageOutput

CardData = (
    QuestList
    | QuestOutput
    | QuestUnlockedOutput
    | StarterGiftOutput
    | QuestGuideOutput
    | KnowledgeOutput
    | HelpCard
    | SelectionCard
    | ItemSources
    | ItemQueryOutput
    | ShopCatalogOutput
    | ShopQuoteOutput
    | LotteryCatalogOutput
    | LotteryPoolOutput
    | LotteryPrizeOutput
    | SignInOutput
    | InboxOutput
    | RewardOutput
    | MessageOutput
    | NarrationOutput
    | PlayerSnapshotOutput
    | UsageOutput
)
