"""The key that is held to talk, seen whatever window has the focus.

A new platform: one file here and a line in `hotkey.PLATFORMS`.
"""
