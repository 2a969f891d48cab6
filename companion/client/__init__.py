"""The client without a toolkit: connection, state, turns, live cards. On the client-io loop."""
