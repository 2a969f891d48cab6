"""Every card type the wire knows. A new one: its file beside this one, and a member here."""

from __future__ import annotations

from companion.protocol.cards.help import HelpCard
from companion.protocol.cards.item_sources import ItemSources
from companion.protocol.cards.quest_detail import QuestOutput
from companion.protocol.cards.quest_list import QuestList
from companion.protocol.cards.selection import SelectionCard

CardData = QuestList | QuestOutput | HelpCard | SelectionCard | ItemSources
