"""Widgets of card nodes, one file a node type; `registry.py` maps bound nodes to them."""
