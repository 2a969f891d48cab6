"""What is written about a game: cut into passages, indexed, found again, with where it is from."""
