"""Companion: quests, recipes and answers, spoken and shown beside a modded game."""

import os

__version__ = "0.1.0"

# Libraries of offline speech report to their makers unless they are told not to before they are
# imported, wherever that is; nothing leaves this computer that the player did not ask for.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
os.environ["DO_NOT_TRACK"] = "1"
