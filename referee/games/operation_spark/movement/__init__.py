"""Movement: costs, formation, bridges, streams, rail, stacking (10, 11)."""
