"""Everything that imports PySide6. Lives on the GUI thread."""
