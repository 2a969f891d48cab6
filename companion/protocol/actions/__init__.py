"""Arguments of actions, as both sides read them: an engine decodes them, a client may build them.

A file a feature. They load no engine, no toolkit and no link to a game.
"""
