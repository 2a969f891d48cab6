"""`companion bench NAME`: measure, and print one JSON object. One file a bench."""
