"""The guide: what the quest book says about something."""
