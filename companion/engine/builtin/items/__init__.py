"""Items: the quests around one, and how many are there."""
