"""What the model and the web cost: one ledger for the server, kept apart from the players' data.

`ledger.py` counts, `pricing.py` knows prices, `report.py` puts the two together. Speech is not
here: it is paid and counted on the client.
"""
