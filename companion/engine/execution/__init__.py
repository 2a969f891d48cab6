"""How requests run: one at a time a player, bounded threads, deadlines, replays."""
