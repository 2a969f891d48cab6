"""Whisper on CTranslate2, directly, with an audio context no longer than the utterance needs."""
