"""Links to games. `link.py` is the contract; one folder a link."""
