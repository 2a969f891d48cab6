"""Sound in and out. The only package that reaches PortAudio."""
