"""Card data types, one file a type. `CardData` in `catalog.py` is the union of them."""
