"""Companion: quests, recipes and answers, spoken and shown beside a modded game."""

__version__ = "0.1.0"
