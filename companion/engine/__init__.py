"""The agent engine: the child process of the client, later `companion serve`."""
