"""What client and engine say to each other; pure, importable on both sides."""
