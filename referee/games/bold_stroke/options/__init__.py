"""Optional rules that add units or hide them (17)."""
