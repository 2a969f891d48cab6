"""Playing in the demo world, where nobody can walk: so that every quest of its book can be done."""
