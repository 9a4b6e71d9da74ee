"""Reserves: who may be one, how they are designated and committed (9)."""
