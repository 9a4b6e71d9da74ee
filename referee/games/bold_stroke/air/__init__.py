"""Airpower: bases, readiness, support of combats, combat in the air (3.4, 15)."""
