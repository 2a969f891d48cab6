"""A package of somebody else's that adds a kind of node to cards."""
