"""Fire: who may, line of sight, strength, dice, casualties, weapons of all kinds (10-16, 19-23)."""
