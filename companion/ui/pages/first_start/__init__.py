"""The first start as a page of the window: one file a step; it does no I/O itself."""
