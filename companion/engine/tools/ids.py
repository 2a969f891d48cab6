"""Ids of the shared tools; stored with receipts and told to models, so they never change.

The types themselves (`ToolType`) are declared once each by the feature that has their input and
output, under these ids.
"""

from __future__ import annotations

QUEST_QUERY = "ftb.query"
QUEST_FIND = "ftb.find"
QUEST_DETAIL = "ftb.detail"
QUEST_STARTER_GIFTS = "ftb.starter_gifts"
QUEST_GUIDE = "ftb.guide"
QUEST_CLAIM = "ftb.claim"
QUEST_SUBMIT = "ftb.submit"
DATABASE_QUERY = "database.query"
WEB_SEARCH = "web.search"
WEB_FETCH = "web.fetch"
ITEM_QUERY = "game.item_query"
ITEM_SOURCES = "game.item_sources"
ITEM_RECIPES = "game.recipes"
PLAYER_SNAPSHOT = "player.snapshot"
REWARD_CREDIT = "reward.credit"
SIGNIN_RECORD = "signin.record"
INBOX_LIST = "inbox.list"
INBOX_CLAIM = "inbox.claim"
COMMERCE_PREVIEW = "commerce.preview"
SHOP_PURCHASE = "shop.purchase"
LOTTERY_DRAW = "lottery.draw"
