"""From words to sound. `synthesizer.py` is the interface; one file a provider."""
