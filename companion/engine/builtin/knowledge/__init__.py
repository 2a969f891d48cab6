"""Questions, answered from what is written: this world's own knowledge first, then the web."""
