"""Pictures of items out of the player's own Minecraft folder: resource packs, mods, the client.

Nothing is copied or kept: `ItemTextures` answers with the bytes of one small PNG at a time.
"""
