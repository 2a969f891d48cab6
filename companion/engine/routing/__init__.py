"""Words to actions: commands first, then example sentences; nothing here executes (ROUTE-002)."""
