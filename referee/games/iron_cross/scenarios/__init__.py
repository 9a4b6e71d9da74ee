"""Scenarios: set-up, entry, hidden hexes, infiltration, victory (24)."""
