"""The composition root: chooses the parts and puts them together; nothing below knows it.

`parts.py` makes a client's parts from the settings, for the window and the demo alike;
`session.py` keeps one client running and replaces it when settings change; `window.py` is the
windowed companion.
"""
