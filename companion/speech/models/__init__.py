"""Models of the offline engines: where they come from, and proof that they are what they say."""
