"""What the parts of the client contribute to the interface; one file a built-in entry."""
