"""Voices: designed by describing them, kept per account, bound to whoever speaks."""
