"""Help: the sentences that work, and what to say when no card is open."""
