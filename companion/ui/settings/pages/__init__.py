"""One file a page of the settings: a function that puts its rows into a form."""
