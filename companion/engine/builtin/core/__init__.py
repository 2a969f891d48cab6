"""Infrastructure that every bound player has: levels, devices, modules, views, routing."""
