"""Ears and voices: sound devices, recognisers, synthesisers, and what they say to each other."""
