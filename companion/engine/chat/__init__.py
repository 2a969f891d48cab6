"""Free chat: talk with functions, and what it remembers of earlier turns."""
