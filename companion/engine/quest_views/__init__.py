"""Quests as one player may see them: pure, shared by the features that speak of quests."""
