"""Pages of the window beside the conversation: one file a page, built when it is first visited."""
