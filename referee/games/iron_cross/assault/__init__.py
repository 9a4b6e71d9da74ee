"""Close combat: assaults and overruns (9, 17)."""
