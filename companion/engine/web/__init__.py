"""The web: search services, pages, and the gate that one request may open."""
