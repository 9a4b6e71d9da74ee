"""Assaults: morale, surprise, combat, advance and withdrawal (13.4-13.7, 13.11)."""
