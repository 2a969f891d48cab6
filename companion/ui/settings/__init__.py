"""The settings dialog: values in, changes out through callbacks; it does no I/O itself."""
