"""Node types of cards, one file each: binding, plain text, spoken form."""
