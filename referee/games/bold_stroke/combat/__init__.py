"""Combat up to its die: who takes part, strengths, odds, ammunition, what is owed (11-13, 14.3)."""
