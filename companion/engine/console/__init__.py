"""A world served to its players, and the console of whoever runs it."""
