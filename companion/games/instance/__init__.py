"""A Minecraft folder on this computer, read only."""
