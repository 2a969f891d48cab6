"""The page of voices: making one, those there are, and who speaks with which."""
