"""The small simulated world that ships with the program."""
