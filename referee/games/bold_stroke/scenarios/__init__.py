"""Scenarios: set-up, special rules, initiative, front line, victory (5, 18)."""
