"""The editor of card templates; only `companion cards edit` imports it (CARD-071)."""
