"""Fire: what may be fired at, strength, columns, results, losses, aircraft (5, 13)."""
