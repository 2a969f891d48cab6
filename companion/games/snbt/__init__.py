"""SNBT and NBT, the two spellings of Minecraft data; text as FTB Quests reads it."""
