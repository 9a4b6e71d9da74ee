"""What comes and goes: reinforcements, withdrawals, replacements, rebuilding (16, 17.8)."""
