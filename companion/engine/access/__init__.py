"""Who is there and what they may do: pairing, devices, operators, AI levels, bindings, listening.

Rules are plain functions and small state machines with time as an argument; what they need of the
outside (a game, a file, a store) they name as a `Protocol` beside their user.
"""
