"""Quests told aloud: structured paragraphs, and backgrounds that a model once organised."""
