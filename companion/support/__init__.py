"""Small things without domain knowledge: errors, clocks, loops, files, paths, settings, secrets."""
