"""Web search: two tools that work only while a request may use the web."""
