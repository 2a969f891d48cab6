"""Templates and what they become, without a toolkit.

`view_builder.build_view` turns a card's data, its template and the player's view state into a
`CardView`: bound nodes for widgets (`bound/`), plain lines, sentences for the ear. Each node type
is one file in `nodes/` and its widget one file in `ui/cards/`. `library.py` holds templates and
texts, `packs.py` those of others; `checking.py`, `schema.py` and `samples.py` are for authors.
"""
