"""FTB Quests on disk, every layout from 1.12 to 26.1, read into a `QuestBook`."""
