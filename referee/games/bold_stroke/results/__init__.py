"""Combat from the die on: losses, obligations, retreats, advances, breakthroughs (11.8-11.15)."""
