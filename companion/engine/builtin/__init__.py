"""Features of the engine, one folder or file each; they do not import one another."""
