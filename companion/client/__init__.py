"""The client without a toolkit: connection, state, turns, live cards. Lives on the `client-io` loop."""
