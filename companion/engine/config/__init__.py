"""The engine's configuration: one file a class, read field by field, live while the engine runs."""
