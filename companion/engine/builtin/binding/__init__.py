"""Which system a player has: granted, revoked, reset."""
