"""The bounded loop of a model over read-only tools."""
