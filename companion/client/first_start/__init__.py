"""The first start without a toolkit: steps, readiness, proofs of microphone and key."""
