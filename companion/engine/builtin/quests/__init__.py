"""Quests: what is open, what to do next, one quest in detail."""
