"""One file a subcommand of `companion`; `__main__.py` lists them."""
