"""From sound to words. `recognizer.py` is the interface; one file a provider."""
