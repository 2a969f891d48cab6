"""What an editor of templates knows without a window: files, drafts, completion (CARD-071)."""
