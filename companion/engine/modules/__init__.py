"""Module types, their instances from data files, and their life with a player."""
